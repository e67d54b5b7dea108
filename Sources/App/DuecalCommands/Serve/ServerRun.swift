import CalendarStores
import Dispatch
import ExactText
import StoreAccess
import Synchronization

/// A server while it runs.
struct ServerRun {
  private let server: any StoreServer
  private let settings: ServerSettings

  init(_ server: any StoreServer, _ settings: ServerSettings) {
    (self.server, self.settings) = (server, settings)
  }

  /// Serves a store until the process is asked to end.
  func serve(_ store: any CalendarStore) throws {
    let isDone = DispatchSemaphore(value: 0)
    let failure = Mutex<String?>(nil)
    Task { [server, settings] in
      do {
        try await server.serve(store, settings) { port in
          for line in settings.shownAddresses(port) { Output.standard.print(line.visible) }
          Output.standard.flush()
        }
      } catch { failure.withLock { $0 = "\(error)" } }
      isDone.signal()
    }
    isDone.wait()
    guard let reason = failure.withLock(\.self) else { return }
    Output.error.print("duecal: \(reason.visible)")
    throw ExitStatus.unavailable
  }
}

extension ServerSettings {
  /// The address that a person enters in clients, and the path for clients that do not look for lists.
  fileprivate func shownAddresses(_ port: Int?) -> [String] {
    let server = server(port)
    guard case .host = address else { return ["serving \(server), as \(user)"] }
    return [
      "serving \(server)\(prefix)/, as \(user)",
      "Enter this address in clients, with the name and the password; they find the lists.",
      "For calcurse, Path is \(prefix)/\(user)/calendars/LIST/",
    ]
  }

  private func server(_ port: Int?) -> String {
    switch address {
    case .host(let name, let wanted): "http://\(Address.host(name, port: port ?? wanted).text)"
    case .socket(let path): path
    }
  }
}
