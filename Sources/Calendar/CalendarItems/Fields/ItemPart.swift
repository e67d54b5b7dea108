import ExactText

/// A part of an item that is merged as a whole.
package enum ItemPart: Hashable, Sendable {
  case title
  case notes
  case when
  case start
  case anchor
  /// The date, the start and their zone, if one side changed the zone.
  case dates
  case recurrence
  /// The status, with the time of completion and the progress.
  case status
  case categories
  case alarms
  case relations
  case blocksTime
  case replacesFuture
  case detail(ItemDetail)

  /// The parts in the order in which they are merged.
  ///
  /// Dates in another zone are other values, so they are merged together if one side changed the zone.
  package static func all(zoneChanged: Bool) -> [ItemPart] {
    let dates: [ItemPart] = zoneChanged ? [.dates] : [.when, .start]
    return [.title, .notes] + dates
      + [
        .recurrence, .status, .categories, .alarms, .relations, .blocksTime, .replacesFuture,
      ] + ItemDetail.allCases.map(ItemPart.detail)
  }

  /// The part that has a field; nil for what identifies an item, and for what each store or feed sets itself.
  package init?(_ field: ItemField) {
    switch field {
    case .core(let field): self.init(field)
    case .detail(let detail): self = .detail(detail)
    }
  }

  private init?(_ field: CoreField) {
    switch field {
    case .kind, .uid, .revision, .hints, .occurrence: return nil
    case .title: self = .title
    case .notes: self = .notes
    case .when: self = .when
    case .start: self = .start
    case .anchor: self = .anchor
    case .recurrence: self = .recurrence
    case .status, .completed, .percent: self = .status
    case .categories: self = .categories
    case .alarms: self = .alarms
    case .relations: self = .relations
    case .blocksTime: self = .blocksTime
    case .replacesFuture: self = .replacesFuture
    }
  }

  /// The name of the part in messages.
  package var name: String {
    switch self {
    case .detail(let detail): detail.rawValue
    default: "\(self)"
    }
  }

  /// The fields of the part.
  package var fields: [ItemField] {
    if self == .dates { return [.core(.when), .core(.start), .core(.anchor)] }
    return ItemField.allCases.filter { ItemPart($0) == self }
  }

  /// True if a part means something else in two items; a server may write the same length in another form.
  package func differs(_ left: CalendarItem, _ right: CalendarItem) -> Bool {
    fields.contains { left.differs(from: right, in: $0, under: .store) }
  }

  /// True if a part has the same form in two items.
  package func isWritten(in item: CalendarItem, as other: CalendarItem) -> Bool {
    !fields.contains { item.differs(from: other, in: $0) }
  }

  /// Copies the part of one item to another.
  ///
  /// Dates take the hints with them, which may say more about them.
  package func copy(from source: CalendarItem, to item: inout CalendarItem) {
    if [.when, .start, .dates, .recurrence].contains(self) { item.takeHints(of: source) }
    switch self {
    case .title: item.title = source.title
    case .notes: item.notes = source.notes
    case .when: item.when = source.when
    case .start: item.start = source.start
    case .anchor: item.anchor = source.anchor
    case .dates: item.takeDates(of: source)
    case .recurrence: item.recurrence = source.recurrence
    case .status: item.takeState(of: source)
    case .categories: item.categories = source.categories
    case .alarms: item.alarms = source.alarms
    case .relations: item.relations = source.relations
    case .blocksTime: item.blocksTime = source.blocksTime
    case .replacesFuture: item.replacesFuture = source.replacesFuture
    case .detail(let detail): item[detail] = source[detail]
    }
  }
}

extension CalendarItem {
  /// Takes the hints of another item, in place of those of the same names.
  fileprivate mutating func takeHints(of source: CalendarItem) {
    let names = ExactSet(source.hints.map(\.name))
    hints = hints.filter { !names.contains($0.name) } + source.hints
  }
}

extension ItemPart {
  /// True if an item has the part, and another one, which was made from it, has none of it.
  package func isGone(from meant: CalendarItem, in made: CalendarItem) -> Bool {
    fields.contains { meant.has($0) } && fields.allSatisfy { !made.has($0) }
  }
}
