import StoredText
import UserFiles

/// The names of items and of their files.
///
/// An item has the name of its file. If a file has several items, which it should not, those after the first also have
/// a number.
enum VdirName {
  static let ending = ResourceName.ending

  static func item(_ number: Int, of file: String) -> String {
    number == 0 ? file : "\(file)#\(number)"
  }

  static func file(of item: String) -> String {
    guard let end = item.firstRange(of: "\(ending)#") else { return item }
    return String(item[..<end.lowerBound]) + ending
  }

  /// True for the name of a file in a list that may contain an item.
  static func isItemFile(_ name: String) -> Bool { isCalendar(name) && !ConflictCopies.isOne(name) }

  /// True for a copy that a synchronisation of files left beside the file of an item; it is not an item itself.
  static func isConflictCopy(_ name: String) -> Bool {
    isCalendar(name) && ConflictCopies.isOne(name)
  }

  private static func isCalendar(_ name: String) -> Bool {
    name.hasSuffix(ending) && name.first != "." && !name.contains("/")
  }

  static func number(of item: String) -> Int {
    guard let end = item.firstRange(of: "\(ending)#") else { return 0 }
    return Int(item[end.upperBound...]) ?? 0
  }
}
