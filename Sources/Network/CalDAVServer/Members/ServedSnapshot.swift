import CalendarStores
import ExactText
import WebDAV

/// A list as it was read last: what clients are told of it without asking the store.
struct ServedSnapshot: Sendable {
  typealias Member = ServedMembers.Member

  /// The list.
  var list: ItemList
  /// The name in paths.
  let segment: String
  /// The properties that only clients know.
  var own: [XMLTree.Name: String]
  /// The last revision in which an item changed.
  private(set) var revision: Int
  /// The items, sorted by name in the store; nil until the list has been read.
  private(set) var members: [Member]?
  /// The names in the store by names in paths.
  private var names: ExactDictionary<String> = [:]

  /// Creates a snapshot of a list that has not been read.
  init(_ list: ItemList, segment: String, own: [XMLTree.Name: String], revision: Int) {
    (self.list, self.segment, self.own, self.revision) = (list, segment, own, revision)
  }

  /// Takes all members that a list has.
  mutating func set(_ members: [Member], revision: Int) {
    self.members = members
    self.revision = revision
    names = ExactDictionary(members.map { ($0.segment, $0.name) }, uniquingKeysWith: { $1 })
  }

  /// Takes members that changed; those without a tag are gone.
  mutating func take(_ changed: [Member], revision: Int) {
    self.revision = revision
    for member in changed { take(member) }
  }

  private mutating func take(_ member: Member) {
    var members = members ?? []
    self.members = nil  // so that the array is changed in place
    let index = Self.index(of: member.name, in: members)
    let isKnown = index < members.count && members[index].name == member.name
    if isKnown { names[members[index].segment] = nil }
    if member.tag == nil {
      if isKnown { members.remove(at: index) }
    } else {
      if isKnown { members[index] = member } else { members.insert(member, at: index) }
      names[member.segment] = member.name
    }
    self.members = members
  }

  /// Sets what queries ask of a member.
  mutating func set(_ facts: ItemFacts?, of name: String) {
    let index = Self.index(of: name, in: members ?? [])
    if let members, index < members.count, members[index].name == name {
      self.members?[index].facts = facts
    }
  }

  /// The member with a name in the store.
  func member(named name: String) -> Member? {
    guard let members else { return nil }
    let index = Self.index(of: name, in: members)
    return index < members.count && members[index].name == name ? members[index] : nil
  }

  /// The member with a name in paths.
  func member(at segment: String) -> Member? { names[segment].flatMap(member(named:)) }

  /// The first index whose name is not before another.
  private static func index(of name: String, in members: [Member]) -> Int {
    var (low, high) = (0, members.count)
    while low < high {
      let middle = (low + high) / 2
      if members[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
