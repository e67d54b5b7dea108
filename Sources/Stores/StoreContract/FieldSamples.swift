#if canImport(Testing)
import CalendarItems
import TaskDates

/// Sample values for the fields of an item; a field without a value here does not compile.
enum FieldSamples {
  /// Sets a field of an item if its kind has the field; different numbers give different values.
  ///
  /// The sample itself sets fields that determine its kind, such as its dates.
  static func set(_ field: ItemField, of item: inout CalendarItem, number: Int = 0) {
    switch field {
    case .detail(let detail): item[detail] = value(of: detail, number)
    case .core(.title): item.title = "Title \(number) 日本; \\,"
    case .core(.notes):
      item.notes = "First line\n\n- \(number); with, signs \\ and \"quotes\"\n\ttab"
    case .core(.categories): item.categories = ["home", "a, b", "日本", "c\(number)"]
    case .core(.relations):
      item.relations = [Relation(.parent, "other"), Relation(.sibling, "another \(number)")]
    case .core(.hints): item.hints = [ItemHint("X-DUECAL-LINE", "what, others \(number); say\\")]
    case .core(.alarms): item.alarms = [Alarm(.at(Instant(seconds: 1_796_000_000 + number)))]
    case .core(.percent): if item.kind == .reminder { item.percent = 1 + number % 99 }
    case .core(.blocksTime): if item.kind == .event { item.blocksTime = false }
    case .core(.status): item.status = item.kind == .reminder ? .inProcess : .tentative
    case .core(.completed):
      if item.kind == .reminder {
        item.status = .completed
        item.completed = Instant(seconds: 1_796_000_000 + number)
      }
    case .core(.kind), .core(.uid), .core(.revision): break  // every item has its own
    case .core(.when), .core(.start), .core(.anchor), .core(.recurrence), .core(.occurrence),
      .core(.replacesFuture):
      break  // these depend on each other as dates
    }
  }

  private static func value(of detail: ItemDetail, _ number: Int) -> ItemDetail.Value {
    switch detail {
    case .priority: .number(1 + number % 9)
    case .estimate: .length(TimeSpan(seconds: 5400 + number * 60))
    case .location: .text("Rue de l'Été \(number), 2ᵉ étage")
    case .url: .text("https://example.org/?a=\(number)&b=2")
    case .classification: .text("PRIVATE")
    case .color: .text(["tomato", "teal", "gold"][number % 3])
    }
  }
}
#endif
