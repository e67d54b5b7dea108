import CalendarStores
import ExactText
public import LineState
import TaskText
import UserFiles

/// Finds files in a state in which their lines must not be believed.
///
/// A file that is gone, empty or cut off would look as if a person had removed its lines, and every calendar that is
/// in sync with it would lose them.
struct FileSafety {
  let file: FolderFiles.File
  /// The command that confirms the state of the file.
  let confirmation: String

  /// The most open items that a file may lose at once, besides a fifth of all.
  private static let most = 10
  /// The fewest open items that a file may not lose all at once, as it would on another branch of a repository.
  private static let fewest = 5

  /// The reason why a file that cannot be read is not used.
  func refusal(_ error: FileError, known: KnownTaskFile?) -> StoreError {
    guard let count = known?.items.count(where: { $0.line != nil }), count > 0 else {
      return .unavailable("\(error)")
    }
    return frozen(
      error.isMissing
        ? "the file is missing; it had \(Self.items(count))" : error.reason)
  }

  /// The reason why a file in which a merge left two versions of lines is not used.
  func refusal(conflictAt line: Int) -> StoreError {
    .unavailable(
      "\(file.path):\(line + 1): a merge left two versions of lines here; nothing is read or written until one of "
        + "them is left, or you confirm with `\(confirmation)`")
  }

  /// The reason why bytes are not believed; nil if they are.
  func refusal(of bytes: [UInt8], known: KnownTaskFile) -> StoreError? {
    known.reasonToFreeze(bytes).map(frozen)
  }

  /// The reason why a file that ends inside one of its lines is not believed; nil if it does not.
  ///
  /// A program that is still writing a file, or that was killed, leaves the beginning of it.
  func refusal(cut bytes: [UInt8], lost: Int, known: KnownTaskFile) -> StoreError? {
    guard known.bytes.last == Self.newline, let end = bytes.last, end != Self.newline,
      lost > 0 || known.bytes.starts(with: bytes)
    else { return nil }
    let last = bytes.split(separator: Self.newline).last ?? []
    let lines = known.bytes.split(separator: Self.newline)
    guard !lines.contains(last), lines.contains(where: { $0.starts(with: last) }) else {
      return nil
    }
    return frozen("the file ends inside a line, as if it was not saved completely")
  }

  private static let newline = UInt8(ascii: "\n")

  /// The reason why lost lines are not believed; nil if they are.
  ///
  /// - Parameters:
  ///   - lost: The number of open items whose lines are gone.
  ///   - live: The number of items that had a line.
  ///   - isReplaced: Whether no open item has kept its title.
  func refusal(
    lost: Int, of live: Int, isReplaced: @autoclosure () -> Bool
  ) -> StoreError? {
    guard Self.isAccident(lost: lost, of: live) || (lost >= Self.fewest && isReplaced()) else {
      return nil
    }
    return frozen("the file lost \(lost) of \(Self.items(live)) at once")
  }

  /// True if a file lost more lines at once than a person removes.
  static func isAccident(lost: Int, of live: Int) -> Bool { lost > most && lost * 5 > live }

  /// The reason why a copy of a file is not used.
  func refusal(copyOf original: String) -> StoreError {
    .unavailable(
      "\(file.path): all items of the file are also in \(original); nothing is read or written until one of the "
        + "files is gone, or you confirm with `\(confirmation)`")
  }

  fileprivate static func items(_ count: Int) -> String { count == 1 ? "1 item" : "\(count) items" }

  private func frozen(_ reason: String) -> StoreError {
    .unavailable(
      "\(file.path): \(reason); nothing is read or written until the file is back, or you confirm "
        + "with `\(confirmation)`")
  }
}

extension KnownTaskFile {
  /// The reason why a sync does not believe bytes of the file by themselves; nil if it does.
  public func reasonToFreeze(_ bytes: [UInt8]) -> String? {
    if TaskDocument(bytes: bytes).firstInvalidByte != nil { return "the file is not UTF-8" }
    let count = items.count { $0.line != nil }
    guard count > 0 else { return nil }
    if bytes.allSatisfy({ [9, 10, 13, 32].contains($0) }) {
      return "the file is empty; it had \(FileSafety.items(count))"
    }
    return bytes.contains(0) ? "the file contains zero bytes" : nil
  }
}
