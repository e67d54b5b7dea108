import ArgumentParser
import DuecalConfiguration
import TaskBridge

/// The options that choose the lines of task files that take part in a sync.
struct SyncChoiceOptions: ParsableArguments {
  @OptionGroup var filter: FilterOptions
  @OptionGroup var condition: WhereOptions
  @OptionGroup var withheld: WithheldOptions

  /// The choice of these options; nil if none is given.
  var given: SyncChoice? {
    var choice = SyncChoice()
    (choice.projects, choice.tags) = (filter.project, filter.tag)
    (choice.queries, choice.searches) = (condition.queries, condition.search)
    choice.classes = withheld.classes
    (choice.includesArchive, choice.includesImported) = (withheld.archive, withheld.imported)
    return choice == SyncChoice() ? nil : choice
  }
}
