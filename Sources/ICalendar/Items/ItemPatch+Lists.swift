import CalendarItems
import ExactText
import TaskDates

// MARK: - Rules and dates of a series

extension ItemPatch {
  mutating func writeRecurrence() {
    let (was, now) = (series(of: old.item), series(of: new))
    writeRules(.rule, was?.rules ?? [], now?.rules ?? [])
    writeRules(.exceptRule, was?.exceptRules ?? [], now?.exceptRules ?? [])
    writeDates(.exceptions, \.except, now)
    writeDates(.additions, \.also, now)
  }

  private func series(of item: CalendarItem) -> SeriesStarts? {
    guard item.recurrence?.isAfterDone == false else { return nil }
    return SeriesStarts(item, shape, zone(of: item.anchor))
  }

  private mutating func writeRules(
    _ name: PropertyName, _ before: [RecurrenceRule], _ after: [RecurrenceRule]
  ) {
    guard before != after else { return }
    let places = decoder.lines.places(of: name).filter { decoder.isRule($0) }  // others stay
    let rules = after.map(\.rrule)
    for (place, rule) in zip(places, rules) {
      if decoder.lines.lines[place].property.valueText != rule {
        replace(place, with: Self.raw(rule))
      }
    }
    for place in places.dropFirst(rules.count) { take(away: place) }
    for rule in rules.dropFirst(places.count) { append(line(name, with: Self.raw(rule))) }
  }

  /// Takes the dates that are gone out of their lines, and adds a line for the new ones; on another
  /// clock all are new.
  private mutating func writeDates(
    _ name: PropertyName, _ dates: KeyPath<Recurrence, [TMDateType]>, _ series: SeriesStarts?
  ) {
    let isMoved = new.anchor != old.item.anchor
    let before = old.item.recurrence?[keyPath: dates] ?? []
    let after = new.recurrence?[keyPath: dates] ?? []
    let gone = isMoved ? Set(before) : Set(before).subtracting(after)
    let added = isMoved ? after : after.filter { !before.contains($0) }
    let places = decoder.lines.places(of: name)
    let starts = self.series(of: old.item)
    if !gone.isEmpty { for place in places { take(gone, starts, outOfLineAt: place) } }
    for run in added.runs {
      if run[0].isRange {
        for period in run { add(period, name) }
      } else {
        add(run, name, series, like: isMoved ? nil : places.last)
      }
    }
  }

  private mutating func add(
    _ dates: [TMDateType], _ name: PropertyName, _ series: SeriesStarts?, like place: Int?
  ) {
    let starts = dates.compactMap { series?.start(of: $0) }
    let styles = starts.map { style(of: $0, likeLineAt: place) }
    guard let first = styles.first else { return }
    let values = styles.map(\.value).joined(separator: [UInt8(ascii: ",")])
    append(line(name, with: Array(values), parameters: first.parameters))
  }

  private mutating func add(_ period: TMDateType, _ name: PropertyName) {
    guard let last = period.endDate else { return }
    let start = style(of: .moment(period.startDate), likeLineAt: nil)
    let end = style(of: .moment(last), likeLineAt: nil)
    let parameters = [Array("VALUE=PERIOD".utf8)] + start.parameters
    let value = start.value + [UInt8(ascii: "/")] + end.value
    append(line(name, with: value, parameters: parameters))
  }

  /// Writes a line of dates without some, or without any.
  private mutating func take(
    _ gone: Set<TMDateType>, _ starts: SeriesStarts?, outOfLineAt place: Int
  ) {
    let values = decoder.lines.values(of: decoder.lines.lines[place])
    let kept = values.filter { value in
      var reader = decoder
      let date = reader.listedDate(value, at: place, of: old.item, starts)
      return date.map { !gone.contains($0) } ?? true
    }
    if kept.count == values.count { return }
    if kept.isEmpty { return take(away: place) }
    replace(place, with: Array(kept.joined(separator: [UInt8(ascii: ",")])))
  }
}

extension [TMDateType] {
  /// The dates in order, those beside each other that are written in one way together.
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

extension TMDateType {
  /// True for a range of times.
  fileprivate var isRange: Bool { endDate != nil }
}

// MARK: - Categories and relations

extension ItemPatch {
  mutating func writeRelations() {
    writeCategories()
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
    for relation in new {
      let isParent = relation.kind == .parent
      let type = isParent ? [] : [Array("RELTYPE=\(relation.kind.rawValue)".utf8)]
      append(line(.related, with: Self.text(relation.uid), parameters: type))
    }
  }

  /// Writes another relation of the same kind in the place of one that is gone, or takes it away.
  private mutating func replace(_ gone: Relation, _ new: inout [Relation]) {
    guard let place = decoder.lines.places(of: .related).first(where: { relation(at: $0) == gone })
    else { return }
    guard let index = new.firstIndex(where: { $0.kind == gone.kind }) else {
      return take(away: place)
    }
    replace(place, with: Self.text(new.remove(at: index).uid))
  }

  private func relation(at place: Int) -> Relation? {
    let property = decoder.lines.lines[place].property
    let type = property.text(of: "RELTYPE")?.uppercased() ?? "PARENT"
    return Relation.Kind(rawValue: type).map {
      Relation($0, NameValue.text(property.bytes[property.value]))
    }
  }

  /// Takes categories that are gone out of their lines, and adds new ones to the last line.
  private mutating func writeCategories() {
    let (before, after) = (old.item.categories, new.categories)
    guard before != after else { return }
    let places = decoder.lines.places(of: .categories)
    let gone = ExactSet(before).subtracting(after)
    let new = after.filter { !before.contains($0) }.map(Self.text)
    guard let last = places.last else {
      let value = Array(new.joined(separator: [UInt8(ascii: ",")]))
      return append(line(.categories, with: value))
    }
    let isReordered =
      before.filter { !gone.contains($0) } + after.filter { !before.contains($0) } != after
    if isReordered { return writeAllCategories(after, places) }
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

  private mutating func writeAllCategories(_ categories: [String], _ places: [Int]) {
    let value = categories.map(Self.text).joined(separator: [UInt8(ascii: ",")])
    for place in places.dropFirst() { take(away: place) }
    replace(places[0], with: Array(value))
  }
}
