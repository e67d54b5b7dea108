/// When messages are coloured.
package enum MessageColor: String, CaseIterable, Sendable {
  case auto, always, never
}
