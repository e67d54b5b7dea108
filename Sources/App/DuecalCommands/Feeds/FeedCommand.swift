import ArgumentParser

/// `duecal feed`.
struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "Give feeds secret addresses, which duecal serve answers.",
    discussion: """
      A program that knows the address can subscribe to the feed, without a password. Docs/ServedFeeds.md explains it.

      Examples:
        duecal feed add work --project Work
        duecal feed list
        duecal feed revoke calls
      """,
    subcommands: [FeedAddCommand.self, FeedListCommand.self, FeedRevokeCommand.self])
}
