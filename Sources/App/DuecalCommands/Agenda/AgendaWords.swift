import Diagnostics
import ExactText
import StoreAccess
import TaskDates
import UserFiles
import WebAddresses

/// The arguments of a list: words for a period, and the paths after them.
///
/// The words are the longest beginning of the arguments that is a period. Where one of them is also the name of a file,
/// the arguments are ambiguous and are refused.
struct AgendaWords {
  /// The period that the words ask for; nil if there are no such words.
  let when: When?
  /// The paths.
  let paths: [String]

  /// The meaning of the words.
  enum When: Hashable {
    /// A period, overdue items, or items without a date.
    case expression(PeriodExpression)
    /// All items.
    case all
  }

  /// An error in the arguments, as a sentence.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// The maximum number of words in a period.
  private static let mostWords = 8

  /// Separates the words from the paths.
  ///
  /// - Parameters:
  ///   - option: The value of `--when`, with which all arguments are paths.
  ///   - clock: The clock that defines `today`.
  ///   - isFile: Whether a name is that of a file or folder.
  init(
    _ arguments: [String], option: String?, clock: RunClock, firstWeekday: Weekday,
    isFile: (String) -> Bool = { FileTree.isFile($0) || FileTree.isFolder($0) }
  ) throws(Fault) {
    let reader = Reader(
      now: clock.now, conventions: clock.conventions, firstWeekday: firstWeekday)
    guard let option else {
      let count = try reader.count(of: arguments, isFile)
      when = try? reader.when(arguments.prefix(count).joined(separator: " "))
      paths = Array(arguments.dropFirst(count))
      return
    }
    do throws(TMError) {
      when = try reader.when(option)
    } catch {
      throw Fault(description: "--when: \(reader.beyondYears(option) ?? "\(error)")")
    }
    paths = arguments
  }

  /// The same with more paths.
  func adding(_ more: [String]) -> AgendaWords { AgendaWords(when: when, paths: paths + more) }

  private init(when: When?, paths: [String]) {
    self.when = when
    self.paths = paths
  }

  /// True for a word that cannot be part of a period: it has a slash or a dot, or is an address or `-`.
  private static func mayBePath(_ text: String) -> Bool {
    text == "-" || text.contains("/") || text.contains(".") || CalendarAddress.isOne(text)
      || StoreAddress.isOne(text)
  }

  /// Reads words.
  private struct Reader {
    let now: DateTimeParameters
    let conventions: DateConventions
    let firstWeekday: Weekday

    func when(_ text: String) throws(TMError) -> When {
      if text.lowercased() == "all" { return .all }
      return .expression(
        try PeriodExpression(
          parsing: text, now: now, firstWeekday: firstWeekday, conventions: conventions))
    }

    /// The number of arguments that form the period: the longest beginning that is one.
    func count(of arguments: [String], _ isFile: (String) -> Bool) throws(Fault) -> Int {
      let most = min(arguments.count, AgendaWords.mostWords)
      let count = stride(from: most, to: 0, by: -1).first { isPeriod(arguments.prefix($0)) } ?? 0
      try refuseAmbiguity(arguments, count, isFile: isFile)
      if count == 0, let first = arguments.first, !AgendaWords.mayBePath(first), !isFile(first) {
        throw fault(of: arguments, isFile)
      }
      try refuseSecond(arguments.dropFirst(count), after: count > 0, isFile: isFile)
      return count
    }

    /// Refuses a period where a file is expected.
    private func refuseSecond(
      _ paths: ArraySlice<String>, after hasPeriod: Bool, isFile: (String) -> Bool
    ) throws(Fault) {
      for index in paths.indices {
        let words = paths[index...].prefix(AgendaWords.mostWords).prefix {
          !AgendaWords.mayBePath($0) && !isFile($0)
        }
        let counts = stride(from: words.count, to: 0, by: -1)
        guard let count = counts.first(where: { isPeriod(words.prefix($0)) }) else { continue }
        let period = words.prefix(count).joined(separator: " ")
        let expected = hasPeriod ? "one period, and files" : "the period before the files"
        throw Fault(
          description: "\(period.quoted) is a period, not a file here; expected \(expected)")
      }
    }

    private func isPeriod(_ words: ArraySlice<String>) -> Bool {
      (try? when(words.joined(separator: " "))) != nil
    }

    /// The error for a period that is not entirely in the years 1 to 9999; nil for other words.
    func beyondYears(_ text: String) -> String? {
      guard let epoch = DateTimeParameters(secondNumber: 0) else { return nil }
      let other = Reader(now: epoch, conventions: conventions, firstWeekday: firstWeekday)
      guard (try? other.when(text)) != nil, (try? when(text)) == nil else { return nil }
      return "\(text.quoted) goes beyond the years 1 to 9999; expected a shorter period"
    }

    private func refuseAmbiguity(
      _ arguments: [String], _ count: Int, isFile: (String) -> Bool
    ) throws(Fault) {
      for index in 0..<count where index == 0 || isPeriod(arguments.prefix(index)) {
        let word = arguments[index]
        guard isFile(word) else { continue }
        let period = arguments.prefix(count).joined(separator: " ")
        throw Fault(
          description: "\(word.quoted) is a file here, and \(period.quoted) is also a period; "
            + "expected \("./\(word)".shellQuoted) for the file, or --when \(period.shellQuoted)")
      }
    }

    private func fault(of arguments: [String], _ isFile: (String) -> Bool) -> Fault {
      let words = arguments.prefix(AgendaWords.mostWords).prefix {
        !AgendaWords.mayBePath($0) && !isFile($0)
      }
      let text = words.joined(separator: " ")
      let counts = stride(from: words.count, to: 0, by: -1)
      let periods = counts.map { words.prefix($0).joined(separator: " ") }
      if let reason = periods.lazy.compactMap(beyondYears).first {
        return Fault(description: reason)
      }
      do throws(TMError) {
        _ = try when(text)
        return Fault(description: "\(text.quoted) is not a period")
      } catch {
        // A text with digits was meant as a date, so the reason tells what is wrong with it.
        if text.utf8.contains(where: { (0x30...0x39).contains($0) }) {
          return Fault(description: "\(text.quoted) is neither a file nor a period: \(error)")
        }
        return Fault(
          description:
            "\(text.quoted) is neither a file nor a period; expected one such as today, week, next "
            + "7 days, 2026-12, overdue, undated or all")
      }
    }
  }
}
