package import CalendarItems
package import Diagnostics
package import TaskBridge
import TaskText

/// Reads the items that a line gives: the only way from a line to an item, for feeds, imports, lists, editors and stores.
///
/// They differ only in their ``ExportOptions``, such as the mark of a completed event, and in what they know of the
/// projects and the parent of the line.
package struct LineDecoder: Sendable {
  /// The values of the tags.
  package let fields: LineFields
  /// The line, with what contains it.
  package let source: ItemMapping.Source
  private let mapping: ItemMapping
  private let reader: LineFieldReader

  /// Takes a line whose tags were read.
  ///
  /// - Parameters:
  ///   - source: The line.
  ///   - fields: The values of its tags.
  ///   - mapping: How it becomes an item.
  ///   - reader: What has read the tags.
  package init(
    _ source: ItemMapping.Source, _ fields: LineFields, _ mapping: ItemMapping,
    _ reader: LineFieldReader
  ) {
    (self.source, self.fields, self.mapping, self.reader) = (source, fields, mapping, reader)
  }

  /// The meaning of tags.
  var vocabulary: Vocabulary { reader.vocabulary }

  /// The item.
  package func item(_ kind: CalendarItem.Kind, uid: String) -> CalendarItem {
    mapping.item(kind, fields, source: source, uid: uid)
  }

  /// A diagnostic for each tag that an item made of the line cannot hold.
  package func faults(of item: CalendarItem) -> [Diagnostic] {
    mapping.faults(of: item, fields, source: source)
  }

  /// The values of the tags that the properties of items do not hold.
  ///
  /// - Parameters:
  ///   - items: The items of the line.
  ///   - number: The index of its file.
  ///   - hints: How much the hints of the items contain.
  package func losses(
    of items: [CalendarItem], file number: Int = 0, hints: HintScope = .nothing
  ) -> [Loss] {
    TagLosses.losses(
      items, fields, source: source, file: number, reader: reader, hints: hints,
      keepsAlarms: mapping.options.keepsAlarms)
  }

  /// The hints of an item in a feed, without its key.
  package func hints(_ scope: HintScope) -> [ItemHint] { LineHint.properties(of: source, scope) }

  /// The hints of an item in a store, because its properties cannot hold all that the line says about its dates.
  package var neededHints: [ItemHint] { LineHint.properties(of: source, fields) }
}

extension LineFields {
  /// The name of the zone that the line names; nil if it names none, or has floating times.
  var zoneName: String? {
    if case .named(let name)? = zone { name } else { nil }
  }
}
