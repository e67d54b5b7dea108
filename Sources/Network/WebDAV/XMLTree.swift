package import ExactText
import Foundation
import FoundationXML

/// An element of a document, with its child elements and its text.
package struct XMLTree: Sendable {
  /// A name with its namespace, which identifies an element whatever its prefix is.
  package struct Name: Hashable, Sendable {
    package let namespace: String
    package let local: String

    /// Creates a name.
    package init(namespace: String, local: String) {
      (self.namespace, self.local) = (namespace, local)
    }
  }

  package let name: Name
  package let attributes: ExactDictionary<String>
  package fileprivate(set) var text = ""
  package fileprivate(set) var children: [XMLTree] = []

  /// Reads a document in UTF-8; nil if it is not one, or `XMLCheck` refuses its form.
  ///
  /// - Parameters:
  ///   - end: When to stop reading; nil for no limit.
  ///   - taken: Receives each child of the root, and returns true to remove it there, so that of a list of a hundred
  ///     thousand resources only one is in memory.
  package init?(
    _ bytes: [UInt8], until end: ContinuousClock.Instant? = nil,
    taken: @escaping (XMLTree) -> Bool = { _ in false }
  ) {
    guard XMLCheck.isSound(bytes) else { return nil }
    // Data that is parsed as a whole may have 10 MB at most.
    let parser = XMLParser(stream: InputStream(data: Data(bytes)))
    parser.shouldProcessNamespaces = true
    parser.shouldResolveExternalEntities = false
    let builder = XMLBuilder(until: end, taken)
    parser.delegate = builder
    guard parser.parse(), let root = builder.root else { return nil }
    self = root
  }

  fileprivate init(name: Name, attributes: [String: String]) {
    self.name = name
    self.attributes = ExactDictionary(
      attributes.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
  }

  /// The child elements with a name.
  package func all(_ name: Name) -> [XMLTree] { children.filter { $0.name == name } }

  /// The first child element with a name.
  package func first(_ name: Name) -> XMLTree? { children.first { $0.name == name } }

  /// True if it, or an element at any depth in it, has a name.
  package func contains(_ name: Name) -> Bool {
    self.name == name || children.contains { $0.contains(name) }
  }

  /// The text without white space around it.
  package var trimmed: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }
}

/// Builds a tree from the events of the parser.
private final class XMLBuilder: NSObject, XMLParserDelegate {
  private let taken: (XMLTree) -> Bool
  private var open: [XMLTree] = []
  private(set) var root: XMLTree?

  private let end: ContinuousClock.Instant?
  private var count = 0

  init(until end: ContinuousClock.Instant?, _ taken: @escaping (XMLTree) -> Bool) {
    self.end = end
    self.taken = taken
  }

  /// True if no time is left; reads the clock only occasionally.
  private func isOver() -> Bool {
    count &+= 1
    guard count & 0xFFF == 0, let end else { return false }
    return end <= .now
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    guard open.count < XMLCheck.deepest, !isOver() else { return parser.abortParsing() }
    open.append(
      XMLTree(
        name: XMLTree.Name(namespace: namespaceURI ?? "", local: name), attributes: attributes))
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else if open.count > 1 || !taken(element) {
      open[open.count - 1].children.append(element)
    }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if !open.isEmpty { open[open.count - 1].text += text }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    if !open.isEmpty { open[open.count - 1].text += String(decoding: block, as: UTF8.self) }
  }
}
