import TaskText

/// A tag of a line whose name is one of the vocabulary.
struct FieldTag {
  let field: Vocabulary.Field
  /// The text in its parentheses, without escapes; nil for a tag without any.
  let payload: String?
  let span: TagSpan
}
