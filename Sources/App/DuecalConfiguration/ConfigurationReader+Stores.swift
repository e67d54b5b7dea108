import Diagnostics
import ExactText
import StoreAccess
import TOMLText
import TaskDates
import WebAddresses

/// What a configuration says of one store, key by key.
struct StoreDraft {
  let name: String
  /// Where its name stands.
  let offset: Int
  var address: String?
  /// Where its password is, each as it is said.
  var passwords: [StorePassword] = []
  var isUnencrypted = false
}

extension ConfigurationReader {
  /// Takes `name = "address"`.
  mutating func takeStore(_ entry: TOMLEntry, _ name: String) {
    guard case .string(let address) = entry.element.value, !address.isEmpty else {
      return refuse(entry, .stores)
    }
    change(entry.path[1]) { $0.address = address }
    check(address, of: name, element: entry.element)
  }

  /// Takes a key of `name = { address = …, password-… = … }`.
  mutating func takeStoreKey(_ entry: TOMLEntry) {
    let key = entry.words[2]
    change(entry.path[1]) { _ in }
    if let way = StorePassword.Key(rawValue: key) {
      guard let password = password(way, entry) else { return }
      return change(entry.path[1]) { $0.passwords.append(password) }
    }
    switch (key, entry.element.value) {
    case ("address", .string(let address)) where !address.isEmpty:
      change(entry.path[1]) { $0.address = address }
      check(address, of: entry.words[1], element: entry.element)
    case ("unencrypted", .boolean(let isOne)):
      change(entry.path[1]) { $0.isUnencrypted = isOne }
    case ("address", _): refuse(entry, .stores)
    case ("unencrypted", _): refuse(entry, expected: "true or false")
    default: sayUnknownStoreKey(entry)
    }
  }

  private mutating func sayUnknownStoreKey(_ entry: TOMLEntry) {
    let keys = ["address"] + StorePassword.Key.allCases.map(\.rawValue) + ["unencrypted"]
    let nearest = NearestName.of(entry.words[2], in: keys)
    say(
      entry.path[2].offset,
      "a store has no key \(entry.words[2].quoted); expected "
        + (nearest ?? "one of \(keys.joined(separator: ", "))"))
  }

  private mutating func change(_ key: TOMLKey, _ body: (inout StoreDraft) -> Void) {
    if let place = storePlaces[key.text] { return body(&storeDrafts[place]) }
    if let objection = Self.objection(toStoreName: key.text) {
      say(key.offset, "stores: \(key.text.quoted) \(objection)")
    }
    var draft = StoreDraft(name: key.text, offset: key.offset)
    body(&draft)
    storePlaces[key.text] = storeDrafts.count
    storeDrafts.append(draft)
  }

  // MARK: Passwords

  private mutating func password(
    _ way: StorePassword.Key, _ entry: TOMLEntry
  ) -> StorePassword? {
    switch (way, entry.element.value) {
    case (.command, .array(let elements)):
      if let words = Self.texts(elements), words.first?.isEmpty == false { return .command(words) }
    case (.file, .string(let text)):
      return path(text, entry.element, named: way.rawValue, expected: way.expected).map {
        .file($0)
      }
    case (.variable, .string(let name)) where !name.isEmpty: return .variable(name)
    case (.keyring, .boolean(true)): return .keyring
    default: break
    }
    refuse(entry, expected: way.expected)
    return nil
  }

  private static func texts(_ elements: [TOMLElement]) -> [String]? {
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element.value else { return nil }
      texts.append(text)
    }
    return texts
  }

  // MARK: Names and addresses

  /// Why a name cannot stand for a store where files, addresses and periods stand too.
  private static func objection(toStoreName name: String) -> String? {
    let isPlain = !name.isEmpty && name.first != "-" && !name.contains { "#:/".contains($0) }
    guard isPlain else { return "is no name of a store; expected one without #, : and /" }
    let day = try? DateTimeParameters(
      date: DateParameters(year: 2000, month: 1, day: 1), time: .midnight)
    let period = day.flatMap {
      try? PeriodExpression(parsing: name, now: $0, firstWeekday: .monday)
    }
    let isPeriod = period != nil || name.lowercased() == "all"
    return isPeriod ? "is a period, such as a list is asked for; expected another name" : nil
  }

  private mutating func check(_ address: String, of name: String, element: TOMLElement) {
    guard StoreAddress.isOne(address) else {
      let isKnown =
        CalendarAddress.isOne(address) || address.hasPrefix("/") || address.hasPrefix("~/")
      if !isKnown {
        say(
          element.offset,
          "stores.\(name): \(address.quoted) means nothing here; expected "
            + ConfigurationKey.stores.expected)
      }
      return
    }
    do throws(AddressError) {
      let read = try StoreAddress(address)
      guard read.isOfFile, !read.rest.isEmpty else { return }
      _ = path(
        read.rest, element, named: "stores.\(name)", expected: ConfigurationKey.stores.expected)
    } catch {
      say(element.offset, "stores.\(name): \(error)")
    }
  }

  // MARK: All of it

  /// Takes the stores, once all is read of them.
  mutating func finishStores() {
    for draft in storeDrafts where faults.count < Self.limit {
      guard let address = draft.address else {
        say(
          draft.offset,
          "stores.\(draft.name): there is no address; expected \(ConfigurationKey.stores.expected)")
        continue
      }
      checkPasswords(of: draft, address)
      configuration.stores.append(
        Configuration.Store(
          name: draft.name, address: address, password: draft.passwords.first,
          isUnencrypted: draft.isUnencrypted))
      configuration.lines["stores.\(draft.name)"] = document.line(ofByte: draft.offset)
    }
  }

  private mutating func checkPasswords(of draft: StoreDraft, _ address: String) {
    if draft.passwords.count > 1 {
      say(
        draft.offset, "stores.\(draft.name): its password is said in several ways; expected one")
    }
    let server = (try? StoreAddress(address))?.server
    if !draft.passwords.isEmpty, server == nil, StoreAddress.isOne(address) {
      say(draft.offset, "stores.\(draft.name): a password is for a server; expected none")
    }
  }
}
