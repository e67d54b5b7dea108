import Agenda
public import ArgumentParser
public import CalendarFeeds
public import CalendarImports
public import CalendarItems
import DuecalConfiguration
public import TaskBridge
import TaskEditing
public import TaskText

// The values of these options are those of the libraries.

extension ExportOptions.Profile: ExpressibleByArgument {}
extension FeedOptions.Split: ExpressibleByArgument {}
extension ExportOptions.Times: ExpressibleByArgument {}
extension ExportOptions.Undated: ExpressibleByArgument {}
extension ReminderDates.RecurringDue: ExpressibleByArgument {}
extension Agenda.Grouping: ExpressibleByArgument {}
extension AgendaOrder: ExpressibleByArgument {}
extension MessageColor: ExpressibleByArgument {}
extension TaskDialect: ExpressibleByArgument {}
extension LineMapping.Options.Zones: ExpressibleByArgument {}
extension ImportOptions.Removed: ExpressibleByArgument {}
extension ImportOptions.Past: ExpressibleByArgument {}
extension InsertionEnd: ExpressibleByArgument {}
extension CalendarItem.Kind: ExpressibleByArgument {}
