import TaskText

/// A tag whose name is in the vocabulary.
struct FieldTag {
  let field: Vocabulary.Field
  /// The text in its parentheses, without escapes; nil if the tag has no parentheses.
  let payload: String?
  let span: TagSpan
}
