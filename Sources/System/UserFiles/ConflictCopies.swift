/// The names of copies that a synchronisation leaves beside a file that was changed on two machines.
///
/// Such a copy has nearly all the lines of its file, so a folder that is read with it has every task twice.
public enum ConflictCopies {
  /// True for a name as Syncthing, Dropbox, Nextcloud, ownCloud, OneDrive, Seafile and Obsidian Sync give it to a copy.
  ///
  /// Dropbox translates its names. What they have in common is that the end of the name is in parentheses and tells of a
  /// conflict and of a day. iCloud only adds a number, as many people do, so its copies are not recognised.
  public static func isOne(_ name: String) -> Bool {
    guard mayBeOne(name) else { return false }
    let stem = name.lowercased()
    let isMarked = [".sync-conflict-", "_conflict-"].contains { mark in
      stem.ranges(of: mark).contains { stem[$0.upperBound...].first?.isNumber == true }
    }
    return isMarked || remarks(in: stem).contains(where: isConflict) || endsWithComputer(name)
  }

  /// False for most names of other files, without the cost of a look at each letter: a folder may have 100,000 of them.
  private static func mayBeOne(_ name: String) -> Bool {
    name.utf8.contains { $0 == UInt8(ascii: ")") || $0 == 0xEF }
      || name.utf8.lazy.map { $0 | 0x20 }.contains(conflict) || hasComputer(name)
  }

  private static let conflict = Array("conflict-".utf8)

  /// The texts in parentheses, from each `(` to the last `)`.
  private static func remarks(in stem: String) -> [Substring] {
    guard let end = stem.lastIndex(where: { closing.contains($0) }) else { return [] }
    return stem[..<end].indices.filter { opening.contains(stem[$0]) }
      .map { stem[stem.index(after: $0)..<end] }
  }

  private static let opening: [Character] = ["(", "（"]
  private static let closing: [Character] = [")", "）"]

  private static func isConflict(_ remark: Substring) -> Bool {
    if remark.contains("conflicted copy") || remark.hasPrefix("case clash from ") { return true }
    return isClash(remark) || hasDay(remark) && words.contains(where: remark.contains)
  }

  /// True for the remark of Dropbox about two names that some systems cannot keep apart, which may have a number.
  private static func isClash(_ remark: Substring) -> Bool {
    clashes.contains { clash in
      guard remark.hasPrefix(clash) else { return false }
      let number = remark.dropFirst(clash.count)
      return number.isEmpty || number.first == " " && number.dropFirst().allSatisfy(\.isNumber)
    }
  }

  private static let clashes = [
    "case conflict", "unicode encoding conflict", "selective sync conflict", "white space conflict",
    "whitespace conflict",
  ]

  // MARK: OneDrive

  /// True if the name ends with the name that Windows gives to a computer, as in `Tasks-DESKTOP-1A2B3C4.md`.
  private static func endsWithComputer(_ name: String) -> Bool {
    computers.contains { mark, length in
      guard let end = name.ranges(of: mark).last?.upperBound else { return false }
      let own = name[end...].prefix { $0.isASCII && ($0.isUppercase || $0.isNumber) }
      let rest = name[own.endIndex...].drop { $0 == "-" || $0.isNumber }
      return own.count == length && (rest.isEmpty || rest.first == ".")
        && !rest.dropFirst().contains(" ")
    }
  }

  private static func hasComputer(_ name: String) -> Bool {
    name.utf8.contains(UInt8(ascii: "P")) && computers.contains { mark, _ in name.contains(mark) }
  }

  /// The beginnings of these names, each with the number of characters that follow.
  private static let computers = [("-DESKTOP-", 7), ("-LAPTOP-", 8)]

  /// The beginnings of the words for a conflict, in the languages of Dropbox.
  private static let words = [
    "confli", "konfli", "конфл", "motstrid", "çakış", "競合", "冲突", "衝突", "충돌", "ขัดแย้ง",
    "xung đột", "ristiriita",
  ]

  /// True for a text with a day such as `2026-11-27`.
  private static func hasDay(_ text: Substring) -> Bool {
    let shape = text.utf8.map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 }
    let day = Array("0000-00-00".utf8)
    guard shape.count >= day.count else { return false }
    return (0...shape.count - day.count).contains { shape[$0...].starts(with: day) }
  }
}
