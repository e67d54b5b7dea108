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
  /// The items, sorted by name in the store; none until the list has been read.
  private(set) var members: [Member] = []
  /// False until the list has been read.
  private(set) var isRead = false
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
    isRead = true
    names = ExactDictionary(members.map { ($0.segment, $0.name) }, uniquingKeysWith: { $1 })
  }

  /// Takes members that changed; those without a tag are gone.
  mutating func take(_ changed: [Member], revision: Int) {
    self.revision = revision
    for member in changed { take(member) }
  }

  private mutating func take(_ member: Member) {
    drop(member.name)
    guard member.tag != nil else { return }
    members.insert(member, at: index(of: member.name))
    names[member.segment] = member.name
  }

  /// Takes out a member by its name in the store.
  mutating func drop(_ name: String) {
    guard let index = indexOfMember(named: name) else { return }
    names[members.remove(at: index).segment] = nil
  }

  /// Sets what queries ask of a member.
  mutating func set(_ facts: ItemFacts?, of name: String) {
    if let index = indexOfMember(named: name) { members[index].facts = facts }
  }

  /// Notes that a version of a member was given to a program.
  mutating func note(_ member: Member, givenTo bit: UInt32) {
    if let index = indexOfMember(named: member.name), members[index].tag == member.tag {
      members[index].given |= bit
    }
  }

  /// The member with a name in the store.
  func member(named name: String) -> Member? { indexOfMember(named: name).map { members[$0] } }

  private func indexOfMember(named name: String) -> Int? {
    let index = index(of: name)
    return index < members.count && members[index].name == name ? index : nil
  }

  /// The member with a name in paths.
  func member(at segment: String) -> Member? { names[segment].flatMap(member(named:)) }

  /// The first index whose name is not before another.
  private func index(of name: String) -> Int {
    var (low, high) = (0, members.count)
    while low < high {
      let middle = (low + high) / 2
      if members[middle].name < name { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
