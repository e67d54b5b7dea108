import CalendarItems
import ExactText
import TaskDates

// MARK: - Rules and dates of a series

extension ItemPatch {
  mutating func writeRecurrence() {
    let (was, now) = (before.series, after.series)
    writeRules(.rule, before: was?.rules ?? [], after: now?.rules ?? [])
    writeRules(.exceptRule, before: was?.exceptRules ?? [], after: now?.exceptRules ?? [])
    writeDates(.exceptions, \.except)
    writeDates(.additions, \.also)
    if was == nil, now == nil, old.item.occurrence != nil, new.occurrence == nil {
      takeRulesOfSeries()
    }
  }

  /// Removes what a changed occurrence has of its series and nobody reads, so that it does not make a series of an item
  /// of its own.
  private mutating func takeRulesOfSeries() {
    for name in [PropertyName.rule, .exceptRule, .exceptions, .additions] {
      for place in decoder.lines.places(of: name) { take(away: place) }
    }
  }

  /// Writes rules that count from the last completion.
  mutating func writeAfterDone() {
    func rules(_ item: CalendarItem) -> [RecurrenceRule] {
      item.recurrence.map { $0.isAfterDone ? $0.rules : [] } ?? []
    }
    writeRules(.afterDone, before: rules(old.item), after: rules(new))
  }

  private mutating func writeRules(
    _ name: PropertyName, before: [RecurrenceRule], after: [RecurrenceRule]
  ) {
    guard before != after else { return }
    let places = decoder.lines.places(of: name).filter { decoder.isRule($0) }  // others stay
    let rules = after.compactMap { WrittenProperty(name, .rule($0)) }
    for (place, rule) in zip(places, rules)
    where !decoder.lines.lines[place].property.valueText.utf8.elementsEqual(rule.value) {
      replace(place, with: rule.value)
    }
    for place in places.dropFirst(rules.count) { take(away: place) }
    for rule in rules.dropFirst(places.count) { append(line(name, rule)) }
  }

  /// Removes deleted dates from their lines, and adds a line for new ones; in another zone all are new.
  private mutating func writeDates(
    _ name: PropertyName, _ dates: KeyPath<Recurrence, [TMDateType]>
  ) {
    let (was, now) = (old.item.listed(dates), new.listed(dates))
    let change = ListChange(from: was, to: now)
    let gone = Set(isMoved ? was : change.removed)
    let added = isMoved ? now : change.added
    let places = decoder.lines.places(of: name)
    if !gone.isEmpty { for place in places { take(gone, before.series, outOfLineAt: place) } }
    for run in added.runs {
      if run[0].isRange {
        for period in run { add(period, name) }
      } else {
        add(run, name, like: isMoved ? nil : places.last)
      }
    }
  }

  private mutating func add(_ dates: [TMDateType], _ name: PropertyName, like place: Int?) {
    let starts = dates.compactMap { after.series?.start(of: $0) }
    let written = starts.compactMap {
      self.written(name, .date($0, new.anchor), likeLineAt: place)
    }
    guard var line = written.first else { return }
    line.value = Array(written.map(\.value).joined(separator: [UInt8(ascii: ",")]))
    append(self.line(name, line))
  }

  private mutating func add(_ period: TMDateType, _ name: PropertyName) {
    guard let value = after.period(period),
      let written = written(name, value, likeLineAt: nil)
    else { return }
    append(line(name, written))
  }

  /// Writes a line of dates without some of them; removes an empty line.
  private mutating func take(
    _ gone: Set<TMDateType>, _ starts: SeriesStarts?, outOfLineAt place: Int
  ) {
    let values = decoder.lines.values(of: decoder.lines.lines[place])
    let kept = values.filter { value in
      var reader = decoder
      let date = reader.listedDate(value, at: place, of: old.item, starts: starts)
      return date.map { !gone.contains($0) } ?? true
    }
    if kept.count == values.count { return }
    if kept.isEmpty { return take(away: place) }
    replace(place, with: Array(kept.joined(separator: [UInt8(ascii: ",")])))
  }
}

extension [TMDateType] {
  /// The dates in order, with adjacent dates of the same form grouped.
  fileprivate var runs: [[TMDateType]] {
    var runs: [[TMDateType]] = []
    for date in self {
      if let last = runs.last?.last, last.isRange == date.isRange {
        runs[runs.count - 1].append(date)
      } else {
        runs.append([date])
      }
    }
    return runs
  }
}

extension CalendarItem {
  /// The dates of a series that a calendar supports.
  fileprivate func listed(_ dates: KeyPath<Recurrence, [TMDateType]>) -> [TMDateType] {
    recurs ? recurrence?[keyPath: dates] ?? [] : []
  }
}

extension TMDateType {
  /// True for a range of times.
  fileprivate var isRange: Bool { endDate != nil }
}

// MARK: - Categories and relations

extension ItemPatch {
  mutating func writeRelations() {
    var new = new.relations
    var gone = old.item.relations
    for relation in old.item.relations {
      guard let index = new.firstIndex(of: relation),
        let same = gone.firstIndex(of: relation)
      else { continue }
      new.remove(at: index)
      gone.remove(at: same)
    }
    for relation in gone { replace(relation, &new) }
    for relation in new { append(.related, .relation(relation)) }
  }

  /// Replaces a deleted relation with a new one of the same kind, or removes it.
  private mutating func replace(_ gone: Relation, _ new: inout [Relation]) {
    guard let place = decoder.lines.places(of: .related).first(where: { relation(at: $0) == gone })
    else { return }
    guard let index = new.firstIndex(where: { $0.kind == gone.kind }) else {
      return take(away: place)
    }
    let other = new.remove(at: index)
    guard let written = WrittenProperty(.related, .relation(other)) else { return }
    replace(place, with: written.value)
  }

  private func relation(at place: Int) -> Relation? {
    var reader = decoder
    return reader.relation(at: place)
  }

  /// Removes deleted categories from their lines, and adds new ones to the last line.
  mutating func writeCategories() {
    let (before, after) = (old.item.categories, new.categories)
    guard before != after else { return }
    let places = decoder.lines.places(of: .categories)
    let change = ListChange(from: before, to: after) { $0 == $1 }
    let gone = ExactSet(change.removed)
    let new = change.added.compactMap(Self.category)
    guard let last = places.last else {
      let value = Array(new.joined(separator: [UInt8(ascii: ",")]))
      return append(line(.categories, WrittenProperty(parameters: [], value: value)))
    }
    let isReordered = change.applied(to: before) != after
    let isEncoded = places.contains {
      let property = decoder.lines.lines[$0].property
      return property.parameters.contains(where: property.isOfEncoding)
    }
    if isReordered || isEncoded { return writeAllCategories(after, places) }
    for place in places {
      let property = decoder.lines.lines[place].property
      let pieces = TextValue.pieces(of: property.bytes[property.value])
      let kept = pieces.filter { !gone.contains(TextValue.text($0).withoutControls) }
        .map { Array($0) }
      let all = kept + (place == last ? new : [])
      if all.count == pieces.count, place != last || new.isEmpty { continue }
      if all.isEmpty {
        take(away: place)
      } else {
        replace(place, with: Array(all.joined(separator: [UInt8(ascii: ",")])))
      }
    }
  }

  private static func category(_ text: String) -> [UInt8]? {
    WrittenProperty(.categories, .text(text))?.value
  }

  private mutating func writeAllCategories(_ categories: [String], _ places: [Int]) {
    let value = categories.compactMap(Self.category).joined(separator: [UInt8(ascii: ",")])
    for place in places.dropFirst() { take(away: place) }
    replace(places[0], with: Array(value))
  }
}
