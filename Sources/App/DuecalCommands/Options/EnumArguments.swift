import Agenda
public import ArgumentParser
public import CalendarFeeds
public import CalendarImports
public import CalendarItems
import DuecalConfiguration
public import TaskBridge
import TaskEditing
public import TaskText

/// One of several words as the value of an option.
///
/// The parser's own implementation of these two looks for conformances of each type at run time, which delays the start of
/// every command.
protocol WordArgument: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String {}

extension WordArgument {
  /// The words.
  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  /// None: the help of the option describes the words.
  public static var allValueDescriptions: [String: String] { [:] }
}

// The values of these options are those of the libraries.

extension ExportOptions.Profile: WordArgument {}
extension FeedOptions.Split: WordArgument {}
extension ExportOptions.Times: WordArgument {}
extension ExportOptions.Undated: WordArgument {}
extension ReminderDates.RecurringDue: WordArgument {}
extension Agenda.Grouping: WordArgument {}
extension AgendaOrder: WordArgument {}
extension MessageColor: WordArgument {}
extension TaskDialect: WordArgument {}
extension LineMapping.Options.Zones: WordArgument {}
extension ImportOptions.Removed: WordArgument {}
extension ImportOptions.Past: WordArgument {}
extension InsertionEnd: WordArgument {}
extension CalendarItem.Kind: WordArgument {}
