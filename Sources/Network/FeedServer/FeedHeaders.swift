/// The headers that all answers about feeds have.
enum FeedHeaders {
  /// The address is a secret: no page learns it that the calendar links to, and no search engine lists it.
  static let privacy: [(name: String, value: String)] = [
    ("Referrer-Policy", "no-referrer"), ("X-Robots-Tag", "noindex"),
    ("X-Content-Type-Options", "nosniff"),
  ]

  /// How a calendar is kept and shown: `Docs/Publishing.md` has the reasons.
  static let calendar: [(name: String, value: String)] =
    [
      (name: "Content-Type", value: "text/calendar; charset=utf-8"),
      (name: "Content-Disposition", value: "inline"),
    ] + cache

  /// How long a program may keep a calendar without asking, which also 304 repeats.
  static let cache: [(name: String, value: String)] =
    [
      (name: "Cache-Control", value: "private, max-age=300"),
      (name: "Vary", value: "Accept-Encoding"),
    ] + privacy
}
