import CalendarItems
import ExactText
import TaskDates

/// The address of an item: its URL, or without one that of its online meeting.
enum AddressRow: PropertyRow {
  static let names: [PropertyName] = [.url] + meetings
  static let fields: [ItemField] = [.detail(.url)]

  /// The properties that hold the address of a meeting: that of RFC 7986, of Microsoft and of Google.
  static let meetings: [PropertyName] = [.conference, .teamsAddress, .googleAddress]

  static func write(_ source: ComponentSource, to add: PropertyValues.Taker) {
    add(.url, source.item.url.map { .uri($0) })
  }

  static func read(_ decoder: inout ItemDecoder, into item: inout CalendarItem) {
    decoder.readAddress(&item)
  }

  static func patch(_ patch: inout ItemPatch) { patch.writeAddress() }
}

extension ItemDecoder {
  fileprivate mutating func readAddress(_ item: inout CalendarItem) {
    item.url = word(.url).map(Self.address)
    for place in AddressRow.meetings.flatMap({ lines.places(of: $0) }) {
      guard let meeting = meetingAddress(at: place), meeting == item.url ?? meeting else {
        continue
      }
      item.url = meeting
      lines.set(.understood, at: place)
    }
  }

  /// The address in a line of a meeting; nil for a telephone number and the like.
  fileprivate mutating func meetingAddress(at place: Int) -> String? {
    let text = String(decoding: lines.lines[place].property.text, as: UTF8.self)
    let isOfWeb = ["https://", "http://"].contains { text.lowercased().hasPrefix($0) }
    return isOfWeb ? Self.address(clean(text, of: place)) : nil
  }

  /// An address without the escapes of a text, which it does not have, although some programs write them.
  private static func address(_ text: String) -> String {
    text.replacing("\\,", with: ",").replacing("\\;", with: ";")
  }
}

extension ItemPatch {
  /// Writes another address as URL; without one, the address of a meeting goes too, because it would come back.
  fileprivate mutating func writeAddress() {
    guard old.item.url != new.url else { return }
    if let address = new.url, !address.isEmpty { return set(.url, to: .uri(address)) }
    for place in decoder.lines.places(of: .url) { take(away: place) }
    for place in AddressRow.meetings.flatMap({ decoder.lines.places(of: $0) }) {
      var reader = decoder
      if reader.meetingAddress(at: place) != nil { take(away: place) }
    }
  }
}
