#if Network
import CalendarStores
import ExactText

/// Items that others are invited to: a server may write to them about each change (RFC 6638).
enum Invitations {
  /// Refuses the text of such an item, so that nobody is invited or told by accident.
  static func refuse(_ bytes: [UInt8]) throws(StoreError) {
    for line in unfolded(bytes).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let name = line.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
      guard name.count <= 9,
        ["ATTENDEE", "ORGANIZER"].contains(String(decoding: name, as: UTF8.self).uppercased())
      else { continue }
      throw StoreError.invalid(
        "others are invited to it, and the server may write to them; it is not changed unless that is allowed"
      )
    }
  }

  /// The lines without the breaks that go on with a blank: a name may be broken as well.
  private static func unfolded(_ bytes: [UInt8]) -> [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    for byte in bytes {
      let isBehindBreak = lines.last == 0x0A || lines.last == 0x0D
      guard isBehindBreak, byte == 0x20 || byte == 0x09 else {
        lines.append(byte)
        continue
      }
      while lines.last == 0x0A || lines.last == 0x0D { lines.removeLast() }
    }
    return lines
  }
}
#endif
