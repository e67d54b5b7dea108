import ExactText
import GRDB

/// Why the state cannot be used.
public enum StateError: Error, Hashable, Sendable {
  /// Another process has been writing it for too long.
  case busy(String)
  /// A later version of duecal wrote it.
  case newer(String)
  /// The state at a path has a value in a column that duecal never writes.
  case damaged(String, column: String)
  /// SQLite reported an error.
  case failed(String, String)

  /// Runs a closure and maps its errors to ``StateError``.
  static func mapErrors<Value>(
    _ subject: String, path: String = "", body: () throws -> Value
  ) throws(StateError) -> Value {
    do {
      return try body()
    } catch let error as StateError {
      throw error
    } catch let error as UnexpectedValue {
      throw .damaged(path, column: error.column)
    } catch let error as DatabaseError {
      let isBusy = [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
      throw isBusy ? .busy(subject) : .failed(subject, error.message ?? "\(error.resultCode)")
    } catch {
      throw .failed(subject, "\(error)")
    }
  }
}

extension StateError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .busy(let subject): "\(subject): another run is writing the state of imports"
    case .newer(let path):
      "\(path): a later version of duecal wrote this file; expected that version"
    case .damaged(let path, let column):
      "\(path): the state of imports has a wrong value in the column \(column); remove the file, "
        + "and the next import recognises the lines by their text"
    case .failed(let subject, let reason): "\(subject): the state of imports: \(reason)"
    }
  }
}
