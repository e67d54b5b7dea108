import CProcess

/// The processors on which this process may run.
enum Processors {
  /// The number of processors, at least 1 and at most 8: with more, the work that is done in order takes most of the
  /// time.
  static var count: Int { min(max(Int(duecal_processors()), 1), 8) }
}
