import ArgumentParser
import CalendarStores
import DuecalConfiguration
import StoreAccess
import UserFiles

/// Offers the stores of the configuration, and behind a `#` the lists of one of this machine.
enum StoreCompletion {
  /// The stores, or the lists of the one that is typed.
  static let stores = CompletionKind.custom { arguments, number, prefix in
    let isLast = number == arguments.count - 1
    let word = isLast || number >= arguments.count ? prefix : arguments[number]
    let typed = TypedWord(word)
    let words = typed.text.contains("#") ? lists(typed.text) : names + schemes
    return typed.fitting(words).map { ShellWord.written($0) }
  }

  private static var names: [String] {
    let environment = RunEnvironment.environment()
    let content = try? ConfigurationFile(environment)?.read(home: environment.home)
    return content?.configuration.stores.map(\.name) ?? []
  }

  /// The schemes of the stores of this machine, each with its colon.
  private static var schemes: [String] {
    StoreRegistry.kinds.filter(\.isOfFile).map { "\($0.scheme):" }
  }

  /// The lists of a store of this machine: who presses a key asks no server.
  private static func lists(_ typed: String) -> [String] {
    let store = StorePlace.parted(typed).store
    guard let runEnvironment = try? RunEnvironment.current(),
      let place = StoreNames(runEnvironment).placeOnDisk(store)
    else { return [] }
    return StoreOpening(runEnvironment).labels(of: place)
  }
}
