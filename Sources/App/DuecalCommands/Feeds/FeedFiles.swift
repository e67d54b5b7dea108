import DuecalConfiguration
import ExactText
import UserFiles

/// The files of served feeds in the folder of the state.
struct FeedFiles {
  /// The folder of the calendars.
  let calendars: String
  /// The table of addresses, in a folder of its own: what changes in that folder is watched.
  let addresses: FeedAddressTable

  /// Names the files, and creates nothing; nil if the environment has no folder for them.
  init?(_ runEnvironment: RunEnvironment) {
    guard let state = StateFolder.named(runEnvironment) else { return nil }
    calendars = "\(state.path)/serve/feeds"
    addresses = FeedAddressTable(folder: "\(state.path)/serve/addresses")
  }

  /// The calendar of a feed: its own file, or one in the state.
  func calendar(of feed: Configuration.Feed) -> String {
    feed.file ?? "\(calendars)/\(feed.name).ics"
  }

  /// The calendars of all feeds that can have an address, by their names.
  func calendars(of configuration: Configuration) -> ExactDictionary<String> {
    let feeds = configuration.feeds.filter { feed in
      FeedName.fault(of: feed.name) == nil && !feed.isSplit
    }
    return ExactDictionary(feeds.map { ($0.name, calendar(of: $0)) }) { $1 }
  }

  /// Ensures that a calendar in the state is private; whoever writes it reports what prevents that.
  func makePrivate(_ calendar: String) {
    try? PrivateFolder.make(calendars)
    PrivateFile.make(calendar)
  }
}

/// The names of feeds that have addresses.
enum FeedName {
  /// Why a feed with this name cannot have an address; nil if it can: the name is a part of the address, and that of a file.
  static func fault(of name: String) -> String? {
    let isPlain = !name.unicodeScalars.contains { $0.isTerminalControl || $0 == "/" }
    guard isPlain, !name.isEmpty, name.utf8.first != UInt8(ascii: "."), name.utf8.count <= 100
    else {
      return
        "is not a valid feed name; expected at most 100 bytes, without / and without a dot at its "
        + "beginning"
    }
    return nil
  }
}
