import CalendarItems
import Diagnostics
import ExactText
import StoreAccess
import TOMLText
import TaskBridge
import TaskDates
import TaskQuery

/// The feeds read so far.
struct FeedDrafts {
  fileprivate var feeds: [Configuration.Feed] = []
  fileprivate var places: ExactDictionary<Int> = [:]
  /// The byte offset of each name.
  fileprivate var offsets: [Int] = []
  /// The byte offset of each file, for messages about two feeds with one file.
  fileprivate var fileOffsets: [Int?] = []
}

extension ConfigurationReader {
  /// Reads a key of `[feed.NAME]`.
  mutating func takeFeedKey(_ entry: TOMLEntry) {
    let index = feedIndex(entry.path[1])
    guard let key = FeedKey(rawValue: entry.words[2]) else { return reportUnknownFeedKey(entry) }
    switch key.form {
    case .output:
      guard let path = outputPath(entry, key) else { return }
      feedDrafts.feeds[index].file = path
      feedDrafts.fileOffsets[index] = entry.element.offset
    case .sources: feedDrafts.feeds[index].sources = feedSources(entry, key)
    case .flag:
      guard case .boolean(let isSet) = entry.element.value else { return refuse(entry, key) }
      if isSet { feedDrafts.feeds[index].options.append(.init(name: key.rawValue, value: nil)) }
    case .word, .text, .texts, .meaningful:
      feedDrafts.feeds[index].options += values(entry, key).map {
        .init(name: key.rawValue, value: $0)
      }
    }
  }

  private mutating func feedIndex(_ name: TOMLKey) -> Int {
    if let index = feedDrafts.places[name.text] { return index }
    feedDrafts.places[name.text] = feedDrafts.feeds.count
    feedDrafts.feeds.append(Configuration.Feed(name: name.text))
    feedDrafts.offsets.append(name.offset)
    feedDrafts.fileOffsets.append(nil)
    configuration.lines["feed.\(name.text)"] = document.line(ofByte: name.offset)
    return feedDrafts.feeds.count - 1
  }

  private mutating func refuse(_ entry: TOMLEntry, _ key: FeedKey) {
    refuse(entry, expected: key.expected)
  }

  private mutating func reportUnknownFeedKey(_ entry: TOMLEntry) {
    let keys = FeedKey.allCases.map(\.rawValue)
    let nearest = NearestName.of(entry.words[2], in: keys)
    report(
      entry.path[2].offset,
      "a feed has no key \(entry.words[2].quoted); expected "
        + (nearest ?? "one of \(keys.joined(separator: ", "))"))
  }

  // MARK: Values

  private mutating func outputPath(_ entry: TOMLEntry, _ key: FeedKey) -> String? {
    guard case .string(let text) = entry.element.value, !text.isEmpty else {
      refuse(entry, key)
      return nil
    }
    let name = entry.words.joined(separator: ".")
    return path(text, entry.element, named: name, expected: key.expected)
  }

  /// Reads the task files or the store; a name without a slash is one of `[stores]`.
  private mutating func feedSources(_ entry: TOMLEntry, _ key: FeedKey) -> [String] {
    let name = entry.words.joined(separator: ".")
    var sources: [String] = []
    for element in elements(entry) {
      guard case .string(let text) = element.value, !text.isEmpty else {
        refuse(entry, key)
        return []
      }
      if StoreAddress.isOne(text) {
        checkPath(of: text, named: name, element, expected: key.expected)
        sources.append(text)
      } else if text.hasPrefix("/") || text.hasPrefix("~") || text.contains("/") {
        if let path = path(text, element, named: name, expected: key.expected) {
          sources.append(path)
        }
      } else {
        feedStores.append((text, element.offset, name))
        sources.append(text)
      }
    }
    return sources
  }

  private func elements(_ entry: TOMLEntry) -> [TOMLElement] {
    if case .array(let all) = entry.element.value { all } else { [entry.element] }
  }

  /// The values of an option; none, after a report, if one of them is not valid.
  private mutating func values(_ entry: TOMLEntry, _ key: FeedKey) -> [String] {
    if case .array = entry.element.value, !takesArray(key) {
      refuse(entry, key)
      return []
    }
    var values: [String] = []
    for element in elements(entry) {
      guard case .string(let text) = element.value, isText(text, validFor: key) else {
        refuse(element, entry.words.joined(separator: "."), expected: key.expected)
        return []
      }
      if let fault = fault(of: text, key) {
        report(element.offset, "\(entry.words.joined(separator: ".")): \(fault)")
        return []
      }
      values.append(text)
    }
    return values
  }

  private func takesArray(_ key: FeedKey) -> Bool {
    if case .texts = key.form { true } else { key.mayRepeat }
  }

  private func isText(_ text: String, validFor key: FeedKey) -> Bool {
    switch key.form {
    case .word(let words): words.contains(text)
    case .texts: !text.isEmpty
    default: hasMeaning(text, key)
    }
  }

  /// True if a text has the meaning that an option needs; queries and zones have faults of their own.
  private func hasMeaning(_ text: String, _ key: FeedKey) -> Bool {
    switch key {
    case .class: Vocabulary.classification(text) != nil
    case .done:
      ["include", "exclude", "only"].contains(text)
        || TimeSpan(parsing: text).map { $0.seconds == 0 } ?? false
    case .from, .to: (try? DateExpression(parsing: text)) != nil
    case .calendarColor: Self.isColor(text)
    case .refresh: TimeSpan(parsing: text).map { $0.nominalSeconds >= 60 } ?? false
    default: true
    }
  }

  private static func isColor(_ text: String) -> Bool {
    let isNumber =
      text.utf8.count == 7 && text.first == "#" && UInt32(text.dropFirst(), radix: 16) != nil
    return isNumber || ColorNames.values[text.lowercased()] != nil
  }

  private func fault(of text: String, _ key: FeedKey) -> String? {
    if key == .where {
      do throws(QueryError) {
        _ = try Query(parsing: text)
      } catch {
        return "\(text.quoted): \(error)"
      }
    }
    if key == .zone {
      do throws(ZoneError) {
        _ = try ZoneDatabase().zone(named: text)
      } catch  where !error.isMissingDatabase {
        return "\(error)"
      } catch {}  // reported by the export
    }
    return nil
  }

  // MARK: Results

  /// Adds the feeds to the configuration, after all their keys are read.
  mutating func finishFeeds() {
    // A heading without keys is a feed too.
    for heading in document.headings where heading.count == 2 {
      if ConfigurationKey(rawValue: heading[0].text) == .feed { _ = feedIndex(heading[1]) }
    }
    let stores = ExactSet(storeDrafts.map(\.name))
    for (name, offset, key) in feedStores where !stores.contains(name) {
      report(
        offset,
        "\(key): \(name.quoted) is not a path that begins with / or ~/, and not the name of a "
          + "store; expected \(FeedKey.files.expected)")
    }
    var known: ExactDictionary<String> = [:]
    for (index, feed) in feedDrafts.feeds.enumerated() where faults.count < Self.limit {
      check(feed, at: index, besides: &known)
    }
    configuration.feeds = feedDrafts.feeds
  }

  private mutating func check(
    _ feed: Configuration.Feed, at index: Int, besides known: inout ExactDictionary<String>
  ) {
    guard !feed.name.isEmpty else {
      return report(feedDrafts.offsets[index], "feed: a feed needs a name; expected [feed.NAME]")
    }
    guard let file = feed.file else { return }
    if let other = known[file] {
      report(
        feedDrafts.fileOffsets[index] ?? feedDrafts.offsets[index],
        "feed.\(feed.name).file: feed.\(other) writes this file too; expected another one")
    }
    known[file] = feed.name
  }
}
