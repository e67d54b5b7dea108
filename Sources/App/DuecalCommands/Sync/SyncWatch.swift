import CalendarSync
import Dispatch
import ExactText
import Glibc
import StoreAccess
import UserFiles

/// The pauses between the runs of `duecal sync --watch`.
///
/// A run follows one second after a change in a folder of the stores, and otherwise after an interval, because servers and
/// databases report no changes.
final class SyncWatch {
  /// The longest pause after runs that could not reach a store, in seconds.
  private static let longest = 900
  private let interval: Int
  private var pause: Int
  private let isChanged = DispatchSemaphore(value: 0)
  private var watch: FolderWatch?

  /// Creates a watch.
  ///
  /// - Parameter interval: The time between two runs without changes, in seconds.
  init(interval: Int) {
    self.interval = interval
    pause = interval
  }

  /// Watches the folders of stores, also those that were created since the last call.
  func watch(_ places: [StorePlace]) {
    let folders = places.flatMap(Self.folders)
    if let watch { return watch.watch(folders) }
    watch = FolderWatch(folders) { [isChanged] in isChanged.signal() }
  }

  /// Waits for a change, or for the end of the pause, which doubles while a store cannot be reached.
  func wait(after status: ExitStatus) {
    let isUnreachable = [.unavailable, .tryAgain].contains(status)
    pause = isUnreachable ? min(pause * 2, max(interval, Self.longest)) : interval
    guard isChanged.wait(timeout: .now() + .seconds(pause)) == .success else { return }
    // Editors and programs write several files one after the other.
    sleep(1)
    while isChanged.wait(timeout: .now()) == .success {}
  }

  /// The folders of a store whose changes the system reports.
  ///
  /// An SQLite file also changes when it is read.
  static func folders(of place: StorePlace) -> [String] {
    guard place.address.isOfFile, place.address.scheme != "sqlite" else { return [] }
    let path = place.address.rest
    return FileTree.isFolder(path) ? FileTree.folders(in: path) : [place.folder]
  }
}
