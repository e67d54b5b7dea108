/// Which old versions stay: all of the last hour, one of each hour of the last day, one of each day before.
///
/// The last versions of each file stay whatever they take, and so does what an unfinished edit needs. Of
/// the others the oldest go first where all together are larger than they may be.
struct Retention {
  private let limit: Int
  private let now: Int

  private static let hour = 3600
  private static let day = 86_400

  /// - Parameters:
  ///   - limit: How many bytes may be kept.
  ///   - now: The time, in seconds since 1970.
  init(limit: Int, now: Int) {
    self.limit = limit
    self.now = now
  }

  /// The edits whose versions stay, oldest first.
  func kept(of index: BackupIndex) -> [BackedUpEdit] {
    var seen: [FileName: Seen] = [:]
    var kept: [(edit: BackedUpEdit, isFixed: Bool)] = []
    for edit in index.done.reversed() {
      var file = seen[edit.name] ?? Seen()
      let fate = edit.run == file.run ? file.fate : fate(of: edit, file)
      if fate != .goes { kept.append((edit, fate == .fixed)) }
      file.note(edit, fate)
      seen[edit.name] = file
    }
    return fitting(kept.reversed(), index.begun)
  }

  /// What becomes of an edit; all that one run did to a file has one fate.
  private enum Fate {
    case fixed, stays, goes
  }

  /// What was seen of a file, going back in time.
  private struct Seen {
    var count = 0
    var periods: Set<Period> = []
    var run: Int?
    var fate = Fate.fixed

    mutating func note(_ edit: BackedUpEdit, _ fate: Fate) {
      count += 1
      (run, self.fate) = (edit.run, fate)
      periods.insert(Period(edit, Retention.hour))
      periods.insert(Period(edit, Retention.day))
    }
  }

  /// An hour or a day, by its number.
  private struct Period: Hashable {
    let seconds: Int
    let number: Int

    init(_ edit: BackedUpEdit, _ seconds: Int) {
      self.seconds = seconds
      number = (edit.time - (edit.time % seconds + seconds) % seconds) / seconds
    }
  }

  /// What becomes of the last edit of a run: one of the last hour stays, and the last one of its hour or day.
  private func fate(of edit: BackedUpEdit, _ file: Seen) -> Fate {
    if file.count < Backups.count { return .fixed }
    let age = now - edit.time
    if age <= Self.hour { return .stays }
    let period = Period(edit, age <= Self.day ? Self.hour : Self.day)
    return file.periods.contains(period) ? .goes : .stays
  }

  /// The edits without the oldest ones, so that their versions are no larger than they may be.
  private func fitting(
    _ edits: [(edit: BackedUpEdit, isFixed: Bool)], _ begun: [BackedUpEdit]
  ) -> [BackedUpEdit] {
    var sizes = KeptSizes(edits.map(\.edit) + begun)
    var gone: Set<RunOfFile> = []
    return edits.filter { edit, isFixed in
      let run = RunOfFile(run: edit.run, name: edit.name)
      guard !isFixed, sizes.total > limit || gone.contains(run) else { return true }
      gone.insert(run)
      sizes.remove(edit)
      return false
    }.map(\.edit)
  }
}

/// What one run did to one file.
private struct RunOfFile: Hashable {
  let run: Int
  let name: FileName
}

/// How many bytes versions take, each once however many edits name it.
private struct KeptSizes {
  private(set) var total = 0
  private var uses: [BackedUpEdit.Content: Int] = [:]

  init(_ edits: [BackedUpEdit]) {
    for edit in edits {
      total += edit.line.utf8.count
      for content in [edit.before, edit.after] {
        if uses[content, default: 0] == 0 { total += content.count }
        uses[content, default: 0] += 1
      }
    }
  }

  mutating func remove(_ edit: BackedUpEdit) {
    total -= edit.line.utf8.count
    for content in [edit.before, edit.after] {
      uses[content, default: 1] -= 1
      if uses[content] == 0 { total -= content.count }
    }
  }
}
