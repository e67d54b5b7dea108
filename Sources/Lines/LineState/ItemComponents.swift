public import CompactDictionary
public import ExactText

/// The components of items by UID, verbatim; most often slices of the file that they come from.
public typealias ItemComponents = CompactDictionary<ExactString, ArraySlice<UInt8>>

extension ItemComponents {
  /// The component of a UID; setting nil removes it.
  public subscript(uid: String) -> ArraySlice<UInt8>? {
    get { self[ExactString(uid)] }
    set { self[ExactString(uid)] = newValue }
  }
}
