package import ExactText
package import TaskDates
package import TaskText

/// The zones in the lines of some files, each looked up once.
package struct NamedZones: Sendable {
  /// The zones that the system knows.
  package private(set) var zones: ExactDictionary<Zone> = [:]
  private var errors: ExactDictionary<ZoneError> = [:]

  /// Looks up the zones.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - vocabulary: The meaning of tags.
  ///   - database: The zones of the system.
  package init(
    _ files: [TaskFile], _ vocabulary: Vocabulary, database: ZoneDatabase = ZoneDatabase()
  ) {
    for document in files.map(\.document) {
      add(document, document.tags.indices, vocabulary, database: database)
    }
  }

  /// Looks up the zones of some tags of a document.
  package mutating func add(
    _ document: TaskDocument, _ tags: Range<Int>, _ vocabulary: Vocabulary,
    database: ZoneDatabase = ZoneDatabase()
  ) {
    for span in document.tags[tags] where vocabulary.field(of: span, in: document) == .tz {
      let name = LineFieldReader.zoneName(document.payload(of: span) ?? "")
      guard zones[name] == nil, errors[name] == nil else { continue }
      do {
        zones[name] = try database.zone(named: name)
      } catch {
        errors[name] = error
      }
    }
  }

  /// The reason why a zone cannot be loaded; nil for a zone that can.
  package func error(of name: String) -> ZoneError? {
    zones[name] == nil ? errors[name] ?? .unknown(name) : nil
  }
}
