import CalendarStores
import ExactText

/// Items with attendees: a server may send mail to them about each change (RFC 6638).
enum Invitations {
  /// Refuses the text of such an item, so that nobody is invited or notified by accident.
  static func refuse(_ bytes: [UInt8]) throws(StoreError) {
    for line in unfolded(bytes).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let name = line.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
      guard name.count <= 9,
        ["ATTENDEE", "ORGANIZER"].contains(String(decoding: name, as: UTF8.self).uppercased())
      else { continue }
      throw StoreError.invalid(
        "others are invited, and the server may send them mail; expected --allow-scheduling, or the "
          + "change made in a calendar program"
      )
    }
  }

  /// The unfolded lines, because a property name may be folded too.
  private static func unfolded(_ bytes: [UInt8]) -> [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    for byte in bytes {
      let isAfterBreak = lines.last == 0x0A || lines.last == 0x0D
      guard isAfterBreak, byte == 0x20 || byte == 0x09 else {
        lines.append(byte)
        continue
      }
      while lines.last == 0x0A || lines.last == 0x0D { lines.removeLast() }
    }
    return lines
  }
}
