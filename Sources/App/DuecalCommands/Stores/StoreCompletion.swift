import ArgumentParser
import CalendarStores
import DuecalConfiguration
import ExactText
import StoreAccess
import UserFiles

/// Offers the stores of the configuration, and after a `#` the lists of a local store.
enum StoreCompletion {
  /// The stores, or the lists of the store that is typed.
  static let stores = CompletionKind.words { words($0.typed) }

  /// The same in commands of which some take task files alone.
  static let ofSources = CompletionKind.words { line in
    ["outline", "projects", "tags"].contains(line.command ?? "") ? [] : words(line.typed)
  }

  /// The stores, or the lists of the one that is typed.
  static func words(_ typed: String) -> [String] {
    typed.contains("#") ? lists(typed) : names + schemes
  }

  private static var names: [String] {
    let environment = RunEnvironment.environment()
    let content = try? ConfigurationFile(environment)?.read(home: environment.home)
    return content?.configuration.stores.map(\.name) ?? []
  }

  /// The schemes of local stores, each with its colon.
  private static var schemes: [String] {
    StoreRegistry.kinds.filter(\.isOfFile).map { "\($0.scheme):" }
  }

  /// The lists of a local store; a server is never asked, since a person waits for the completion.
  private static func lists(_ typed: String) -> [String] {
    let store = StorePlace.parted(typed).store
    guard let runEnvironment = try? RunEnvironment.current(),
      let place = StoreNames(runEnvironment).placeOnDisk(store)
    else { return [] }
    return StoreOpening(runEnvironment).labels(of: place)
  }
}
