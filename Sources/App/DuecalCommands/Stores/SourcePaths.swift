import StoreAccess
import WebAddresses

/// The sources of a reading command, with their kinds.
struct SourcePaths {
  /// The sources in their order.
  let all: [StoreNames.Source]

  /// Sorts sources by kind, and ensures that those on a network can be read.
  ///
  /// Call it before anything else: it may replace the process with `duecal-net`.
  ///
  /// - Parameters:
  ///   - given: The sources.
  ///   - fetches: Whether the command reads calendars on a network.
  /// - Throws: `ExitStatus`, after a report, for a store that is not valid or not allowed.
  init(
    _ given: [String], _ runEnvironment: RunEnvironment, fetches: Bool = true
  ) throws(ExitStatus) {
    let names = StoreNames(runEnvironment)
    var all: [StoreNames.Source] = []
    for text in given { all.append(try names.source(text)) }
    self.all = all
    if fetches { try CalendarNetwork.prepare(for: paths) }
    try CalendarNetwork.prepare(for: stores)
  }

  /// Files, folders, `-` and the addresses of calendars.
  var paths: [String] {
    all.compactMap { if case .path(let path) = $0 { path } else { nil } }
  }

  /// Files, folders and `-`.
  var files: [String] { paths.filter { !CalendarAddress.isOne($0) } }

  /// The addresses of calendars.
  var addresses: [String] { paths.filter(CalendarAddress.isOne) }

  /// The stores.
  var stores: [StorePlace] {
    all.compactMap { if case .store(let place) = $0 { place } else { nil } }
  }
}
