import CalendarItems
import Diagnostics
import ICalendar
import LineCodec
import LineState
import TaskBridge
import TaskDates
import TaskText

/// Making the items of a line.
extension FeedBuilder {
  /// Makes the items of a line, and adds them to their calendar.
  mutating func write(
    _ kinds: [CalendarItem.Kind], _ index: Int, fields: LineFields, reported: inout [Diagnostic]
  ) -> [CalendarItem] {
    let entry = entries.entries[index]
    let source = ItemMapping.Source(
      line: entry.line.line, file: entries.file(of: entry),
      path: entries.path(of: entry, seenBy: options.export.classes),
      parentUID: parentUID(of: index))
    let decoder = LineDecoder(source, fields, mapping, reader)
    let old = matching.old[index]
    let uid = uid(of: index)
    var items = kinds.map {
      item(
        $0, of: decoder,
        uid: name(of: index, called: uid, kind: $0, isPaired: kinds.count > 1),
        pairedWith: kinds.count > 1 ? uid : nil, diagnostics: &reported)
    }
    let hash = keys.key(of: index, parent: source.parentUID, moving: fields.moving)
    var marks: FeedKey.Marks = reported.isEmpty ? [] : .reported
    if kinds.count > 1 { marks.insert(.paired) }
    if hints == .outline {
      let key = FeedKey.text(hash, marks)
      for item in items.indices {
        items[item].hints.append(ItemHint(LineHint.key, key))
      }
    } else {
      let losses = decoder.losses(of: items, file: entry.line.file, hints: hints)
      if !losses.isEmpty { marks.insert(.reported) }  // losses are reported in each run
      tagLosses += losses
    }
    if let old, fields.hasDateError, mayHold(old, index) {
      hold(old, index)  // keeps an appointment while its date is typed
      reported = reported.map { explained($0, ofKept: old) }
      return items
    }
    revise(&items, old, modified: source.file.modified, index: index)
    if keepsNotes, hints != .outline, let first = items.first {
      let bytes = bodies[groups.group(of: index)].last
      note(index, Array(first.uid.utf8), key: FeedKey.text(hash, marks, ofBytes: bytes))
    }
    return items
  }

  private func item(
    _ kind: CalendarItem.Kind, of decoder: LineDecoder, uid: String, pairedWith sibling: String?,
    diagnostics: inout [Diagnostic]
  ) -> CalendarItem {
    var item = decoder.item(kind, uid: uid)
    diagnostics += decoder.faults(of: item)
    if let sibling, kind == .event {
      item.alarms = []
      item.relations.append(Relation(.sibling, sibling))
    }
    item.revision = Revision(modified: decoder.source.file.modified)
    item.hints = decoder.hints(hints)
    return item
  }

  /// Assigns versions to items and writes them.
  ///
  /// An unchanged item keeps its version; a changed one gets the next.
  private mutating func revise(
    _ items: inout [CalendarItem], _ old: Int?, modified: Instant, index: Int
  ) {
    if let first = items.first { outcomes[index] = .built(first.kind) }
    var lines: [UInt8] = []
    for number in items.indices {
      let draft = FeedDraft(items[number], encoder, hasKey: hints == .outline)
      let before = old.flatMap { draft.predecessor(in: memory, $0) }
      let version = draft.version(after: before, modified)
      items[number] = version.item
      lines += version.lines
      if version.change != nil, draft.losesLength(before, version.lines) { newlyAnchored += 1 }
      if keepsChanges, let change = version.change { changes.append(change) }
      bodies[groups.group(of: index)].note(version.item)
    }
    bodies[groups.group(of: index)].note(origin: old.map { memory.items[$0].feed })
    bodies[groups.group(of: index)].add(lines, of: fileHashes[entries.entries[index].line.file])
  }
}
