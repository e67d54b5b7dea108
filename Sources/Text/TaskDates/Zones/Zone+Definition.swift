extension Zone {
  /// The zone as a calendar defines it, for as long as the definition lasts; before and after that, this zone.
  ///
  /// A definition without a yearly rule lists changes. It lasts for ever if its last change is one to standard time that
  /// this zone does not have: it is newer than these data, or older. Otherwise the list has only come to its end, as in
  /// programs that write the changes around one item.
  ///
  /// - Parameters:
  ///   - definition: The zone as the calendar defines it.
  ///   - begins: The first change of the definition; it says nothing about the time before.
  package func defined(by definition: Zone, from begins: Instant) -> Zone {
    let end = lastChange(of: definition)
    var changes = transitions(after: Instant(seconds: .min), before: begins)
    if end != begins { changes.append((begins, definition.observance(at: begins))) }
    changes += definition.listedChanges(after: begins).prefix { change in
      end.map { change.at < $0 } ?? true
    }
    changes = changes.map { ($0.at, precise($0.to, at: $0.at)) }
    if let end { changes += [(end, observance(at: end))] + listedChanges(after: end) }
    return Zone(
      name: name, first: table.observances[0], changes: changes,
      rule: end == nil ? definition.rule : rule)
  }

  /// The last change of a definition, after which this zone decides; nil for a definition that lasts for ever.
  package func lastChange(of definition: Zone) -> Instant? {
    guard definition.rule == nil, let last = definition.table.starts.last, last > .min,
      let shown = definition.table.observances.last,
      definition.table.observances.contains(where: { $0.offset != shown.offset })
    else { return nil }
    // Some programs write a change some hours too early or too late, and on the day of a change both offsets occur.
    let isKnown = offset(at: Instant(seconds: last + 86_400)) == shown.offset
    return shown.isDaylight || isKnown ? Instant(seconds: last) : nil
  }

  /// The changes after an instant that are listed, and with a rule at least those of two years.
  ///
  /// A zone that is made of them then follows the rule only after the instant.
  private func listedChanges(after start: Instant) -> [(at: Instant, to: Observance)] {
    let listed = table.explicitCount > 0 ? table.starts[table.explicitCount] : start.seconds
    let last = max(listed, start.seconds + (rule == nil ? 0 : 2 * 366 * 86_400))
    return transitions(after: start, before: Instant(seconds: last + 1))
  }

  private func transitions(
    after start: Instant, before end: Instant
  ) -> [(at: Instant, to: Observance)] {
    transitions(after: start, through: end.advanced(by: -1)).map { ($0.instant, $0.after) }
  }

  /// An observance with the seconds of this zone's offset, which a VTIMEZONE often rounds to a minute.
  private func precise(_ observance: Observance, at instant: Instant) -> Observance {
    let own = self.observance(at: instant)
    return abs(own.offset - observance.offset) <= 30 ? own : observance
  }
}
