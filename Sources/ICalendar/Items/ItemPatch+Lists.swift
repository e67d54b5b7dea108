import CalendarItems
import TaskDates

// MARK: - Rules and dates of a series

extension ItemPatch {
  mutating func writeRecurrence() {
    let before = series(of: old.item)
    let after = series(of: new)
    if before.rules != after.rules { writeRules(.rule, after.rules) }
    if before.exceptRules != after.exceptRules { writeRules(.exceptRule, after.exceptRules) }
    let isMoved = new.anchor != old.item.anchor
    writeDates(.exceptions, isMoved ? [] : before.except, after.except)
    writeDates(.additions, isMoved ? [] : before.also, after.also)
  }

  /// A series as its component's properties hold it: in terms of DTSTART.
  private struct Series {
    var rules: [String] = []
    var exceptRules: [String] = []
    var except: [ReminderDates.Value] = []
    var also: [ReminderDates.Value] = []
  }

  private func series(of item: CalendarItem) -> Series {
    guard let recurrence = item.recurrence, !recurrence.isAfterDone else { return Series() }
    let starts = SeriesStarts(item, options, zone(of: item.anchor))
    return Series(
      rules: starts.rules.map(\.rrule), exceptRules: starts.exceptRules.map(\.rrule),
      except: recurrence.except.compactMap(starts.start),
      also: recurrence.also.compactMap(starts.start))
  }

  private mutating func writeRules(_ name: PropertyName, _ rules: [String]) {
    let places = decoder.lines.places(of: name)
    for (place, rule) in zip(places, rules) {
      if decoder.lines.lines[place].property.valueText != rule {
        replace(place, with: Self.raw(rule))
      }
    }
    for place in places.dropFirst(rules.count) { take(away: place) }
    for rule in rules.dropFirst(places.count) { append(line(name, with: Self.raw(rule))) }
  }

  /// Takes the dates that are gone out of their lines, and adds a line for the new ones.
  private mutating func writeDates(
    _ name: PropertyName, _ before: [ReminderDates.Value], _ after: [ReminderDates.Value]
  ) {
    let places = decoder.lines.places(of: name)
    let isAnew = new.anchor != old.item.anchor
    let gone = Set(before).subtracting(after)
    let new = isAnew ? after : after.filter { !before.contains($0) }
    if isAnew, before.isEmpty, after.isEmpty, places.isEmpty { return }
    for place in places where isAnew || !gone.isEmpty { keep(gone, isAnew, at: place) }
    guard !new.isEmpty else { return }
    let style = new.map { self.style(of: $0, likeLineAt: isAnew ? nil : places.last) }
    let values = style.map(\.value).joined(separator: [UInt8(ascii: ",")])
    append(line(name, with: Array(values), parameters: style[0].parameters))
  }

  /// Writes a line of dates without some, or without any.
  private mutating func keep(_ gone: Set<ReminderDates.Value>, _ isAnew: Bool, at place: Int) {
    let line = decoder.lines.lines[place]
    let values = decoder.lines.values(of: line)
    let kept = values.filter { value in
      var reader = decoder
      let date = reader.date(value, nil, at: place)?.on(old.item.anchor, zone(of: old.item.anchor))
      return !isAnew && !(date.map(gone.contains) ?? false)
    }
    if kept.count == values.count { return }
    if kept.isEmpty { return take(away: place) }
    replace(place, with: Array(kept.joined(separator: [UInt8(ascii: ",")])))
  }
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
      Relation($0, TextValue.text(property.bytes[property.value]))
    }
  }

  /// Takes categories that are gone out of their lines, and adds new ones to the last line.
  private mutating func writeCategories() {
    let (before, after) = (old.item.categories, new.categories)
    guard before != after else { return }
    let places = decoder.lines.places(of: .categories)
    let gone = Set(before).subtracting(after)
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
      let kept = pieces.filter { !gone.contains(TextValue.text($0)) }.map { Array($0) }
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
