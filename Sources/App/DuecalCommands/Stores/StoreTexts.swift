import CalendarItems
import CalendarStores
import ICalendar
import StoreAccess
import StoredText
import TaskFolderStore

/// The items of stores as calendar texts, for the commands that read calendars.
struct StoreTexts {
  private let opening: StoreOpening

  init(_ runEnvironment: RunEnvironment, _ time: NetworkTime) {
    opening = StoreOpening(runEnvironment, time)
  }

  /// A list of a store, with its texts or what was read in them.
  struct List<Element> {
    /// Its name in messages: `work#Home`.
    let label: String
    /// Its key in the state, which is the same however the store was named.
    let identity: String
    /// Its texts, or what was read in them; their names are `work#Home/4711.ics`.
    var elements: [Element]
    /// False if the server may have newer contents, or a text cannot be read.
    var isWhole: Bool
    /// Reads its items as the lines that commands change; nil for a list whose lines are in task files.
    let lines: (@Sendable () throws(StoreError) -> ListLines)?
  }

  /// Reads the texts of the lists of a place; reports and skips those that cannot be read.
  func lists(of place: StorePlace, _ messages: inout Messages) -> [List<StoredItemText>] {
    read(place, &messages, Self.texts).map { list in
      var whole = list
      whole.elements = []
      for text in list.elements {
        if let failure = text.failure {
          messages.reportUnreadable(text, failure)
          whole.isWhole = false
        } else {
          whole.elements.append(text)
        }
      }
      return whole
    }
  }

  /// Reads the items of the lists of a place; reports and skips lists that cannot be read.
  ///
  /// - Parameters:
  ///   - filter: The items that are needed; others may be among them.
  ///   - limits: The limits of what is read; only with the usual ones can texts be read together.
  func contents(
    of place: StorePlace, needing filter: StoredTextFilter, limits: InputLimits,
    _ messages: inout Messages
  ) -> [List<StoredItemReader.Content>] {
    let contents: @Sendable ([StoredItemText]) -> [StoredItemReader.Content] = { texts in
      limits == InputLimits()
        ? StoredItemReader.contents(of: texts) : texts.map(StoredItemReader.Content.other)
    }
    return read(place, &messages) { list, label, open throws(StoreError) in
      let read = try open.mapTexts(in: list, filter, threads: Processors.count) { texts in
        contents(texts.map { $0.named(in: label) })
      }
      if let read { return read }
      return contents(try Self.texts(of: list, called: label, open: open))
    }
  }

  private func read<Element>(
    _ place: StorePlace, _ messages: inout Messages,
    _ elements: (ItemList, String, OpenStore) throws(StoreError) -> [Element]
  ) -> [List<Element>] {
    guard let open = opening.open(place, for: .reading, messages: &messages) else { return [] }
    do throws(StoreError) {
      let all = try open.lists()
      var read: [List<Element>] = []
      for list in try open.meantLists() {
        let label = open.label(of: list, among: all)
        guard let found = self.read(list, label, open, &messages, elements) else { continue }
        read.append(
          List(
            label: label, identity: "\(open.place.identity)#\(list.id)",
            elements: found, isWhole: open.isFresh,
            lines: open.place.hasTaskFiles
              ? nil
              : { @Sendable [opening] () throws(StoreError) in
                try opening.lines(of: list, in: open, among: all).lines
              }))
      }
      return read
    } catch {
      messages.report(error, of: place.label)
      return []
    }
  }

  /// What is read of a list; nil, after a report, if that fails.
  private func read<Element>(
    _ list: ItemList, _ label: String, _ open: OpenStore, _ messages: inout Messages,
    _ elements: (ItemList, String, OpenStore) throws(StoreError) -> [Element]
  ) -> [Element]? {
    do throws(StoreError) {
      return try elements(list, label, open)
    } catch {
      messages.report(error, of: label)
      return nil
    }
  }

  /// The texts of a list's items: those that the store keeps, or new ones.
  private static func texts(
    of list: ItemList, called label: String, open: OpenStore
  ) throws(StoreError) -> [StoredItemText] {
    let kept = try open.mapTexts(in: list, StoredTextFilter(), threads: 1) { texts in
      texts.map { $0.named(in: label) }
    }
    if let kept { return kept }
    let capabilities = open.store.capabilities
    var texts: [StoredItemText] = []
    for stored in try open.items(matching: ItemPredicate(in: [list.id])) {
      let bytes = text(of: stored.content, capabilities)
      // Items from the same file have the same text.
      if bytes != texts.last?.bytes {
        texts.append(StoredItemText(name: stored.id.name, bytes: bytes).named(in: label))
      }
    }
    return texts
  }

  /// The text of an item: the one that the store keeps, or a new one.
  static func text(of content: ItemContent, _ capabilities: StoreCapabilities) -> [UInt8] {
    if capabilities.contains(.preservesText), let bytes = content.original.bytes {
      return Array(bytes)
    }
    return CalendarResource(content).bytes
  }
}

extension StoredItemText {
  /// The text with the name that messages show.
  fileprivate func named(in list: String) -> StoredItemText {
    StoredItemText(name: "\(list)/\(name)", bytes: bytes, failure: failure)
  }
}
