import ExactText
import StoreAccess
import Synchronization

/// The forms of all feeds that were requested, so that a version is compressed only once.
final class FeedShelf: Sendable {
  private let forms = Mutex<ExactDictionary<FeedForm>>([:])

  /// The form of a version, which takes the place of the form of an earlier one.
  func form(of version: FeedVersion, ofFeed name: String) -> FeedForm {
    forms.withLock { forms in
      if let form = forms[name], form.version === version { return form }
      let form = FeedForm(of: version, after: forms[name])
      forms[name] = form
      return form
    }
  }
}
