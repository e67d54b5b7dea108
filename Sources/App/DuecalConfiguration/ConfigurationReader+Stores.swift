import Diagnostics
import ExactText
import StoreAccess
import TOMLText
import TaskDates
import WebAddresses

/// The settings of one store, collected key by key.
struct StoreDraft {
  let name: String
  /// The byte offset of its name.
  let offset: Int
  var address: String?
  /// The places of its password, one for each key that sets one.
  var passwords: [StorePassword] = []
  var isUnencrypted = false
}

extension ConfigurationReader {
  /// Reads `name = "address"`.
  mutating func takeStore(_ entry: TOMLEntry, _ name: String) {
    guard case .string(let address) = entry.element.value, !address.isEmpty else {
      return refuse(entry, .stores)
    }
    change(entry.path[1]) { $0.address = address }
    check(address, of: name, element: entry.element)
  }

  /// Reads a key of `name = { address = …, password-… = … }`.
  mutating func takeStoreKey(_ entry: TOMLEntry) {
    let key = entry.words[2]
    change(entry.path[1]) { _ in }
    if let passwordKey = StorePassword.Key(rawValue: key) {
      guard let password = password(passwordKey, entry) else { return }
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
    default: reportUnknownStoreKey(entry)
    }
  }

  private mutating func reportUnknownStoreKey(_ entry: TOMLEntry) {
    let keys = ["address"] + StorePassword.Key.allCases.map(\.rawValue) + ["unencrypted"]
    let nearest = NearestName.of(entry.words[2], in: keys)
    report(
      entry.path[2].offset,
      "a store has no key \(entry.words[2].quoted); expected "
        + (nearest ?? "one of \(keys.joined(separator: ", "))"))
  }

  private mutating func change(_ key: TOMLKey, _ body: (inout StoreDraft) -> Void) {
    if let place = storePlaces[key.text] { return body(&storeDrafts[place]) }
    if let objection = Self.objection(toStoreName: key.text) {
      report(key.offset, "stores: \(key.text.quoted) \(objection)")
    }
    var draft = StoreDraft(name: key.text, offset: key.offset)
    body(&draft)
    storePlaces[key.text] = storeDrafts.count
    storeDrafts.append(draft)
  }

  // MARK: Passwords

  private mutating func password(
    _ passwordKey: StorePassword.Key, _ entry: TOMLEntry
  ) -> StorePassword? {
    switch (passwordKey, entry.element.value) {
    case (.command, .array(let elements)):
      if let words = Self.texts(elements), words.first?.isEmpty == false { return .command(words) }
    case (.file, .string(let text)):
      return path(text, entry.element, named: passwordKey.rawValue, expected: passwordKey.expected)
        .map {
          .file($0)
        }
    case (.variable, .string(let name)) where !name.isEmpty: return .variable(name)
    case (.keyring, .boolean(true)): return .keyring
    default: break
    }
    refuse(entry, expected: passwordKey.expected)
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

  /// The reason why a name cannot be that of a store: commands read files, addresses and periods in the same position.
  private static func objection(toStoreName name: String) -> String? {
    let isPlain = !name.isEmpty && name.first != "-" && !name.contains { "#:/".contains($0) }
    guard isPlain else { return "is not a valid store name; expected one without #, : and /" }
    let day = try? DateTimeParameters(
      date: DateParameters(year: 2000, month: 1, day: 1), time: .midnight)
    let period = day.flatMap {
      try? PeriodExpression(parsing: name, now: $0, firstWeekday: .monday)
    }
    let isPeriod = period != nil || name.lowercased() == "all"
    return isPeriod ? "is also a period of duecal list; expected another name" : nil
  }

  private mutating func check(_ address: String, of name: String, element: TOMLElement) {
    if CalendarAddress.isOne(address) { return checkSecrecy(of: address, of: name, element) }
    guard StoreAddress.isOne(address) else {
      if !address.hasPrefix("/"), !address.hasPrefix("~/") {
        report(
          element.offset,
          "stores.\(name): \(address.quoted) is not valid here; expected "
            + ConfigurationKey.stores.expected)
      }
      return
    }
    checkPath(
      of: address, named: "stores.\(name)", element, expected: ConfigurationKey.stores.expected)
  }

  /// Reports the address of a calendar on a network that is not valid, or contains a password.
  private mutating func checkSecrecy(
    of address: String, of name: String, _ element: TOMLElement
  ) {
    do throws(AddressError) {
      guard let password = try CalendarAddress(address).credentials?.password, !password.isEmpty
      else { return }
      report(
        element.offset,
        "stores.\(name): the address contains a password, which others can see; expected it in ~/.netrc"
      )
    } catch {
      report(element.offset, "stores.\(name): \(error)")
    }
  }

  /// Reports an address that is not valid, or whose path is not absolute.
  mutating func checkPath(
    of address: String, named name: String, _ element: TOMLElement, expected: String
  ) {
    do throws(AddressError) {
      let read = try StoreAddress(address)
      guard read.isOfFile, !read.rest.isEmpty else { return }
      _ = path(StorePlace.parted(read.rest).store, element, named: name, expected: expected)
    } catch {
      report(element.offset, "\(name): \(error)")
    }
  }

  // MARK: Results

  /// Adds the stores to the configuration, after all their keys are read.
  mutating func finishStores() {
    for draft in storeDrafts where faults.count < Self.limit {
      guard let address = draft.address else {
        report(
          draft.offset,
          "stores.\(draft.name): the address is missing; expected "
            + "\(ConfigurationKey.stores.expected)")
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
      report(
        draft.offset, "stores.\(draft.name): its password is given in several ways; expected one")
    }
    let server = (try? StoreAddress(address))?.server
    if !draft.passwords.isEmpty, server == nil, StoreAddress.isOne(address) {
      report(draft.offset, "stores.\(draft.name): only a server takes a password; expected none")
    }
  }
}
