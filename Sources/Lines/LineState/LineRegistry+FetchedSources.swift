import ExactText
import GRDB
import SQLiteFiles

/// A calendar as its server last sent it.
public struct FetchedSource: Hashable, Sendable {
  /// The address to which the validators belong, after all redirects.
  public var url: String
  /// The `ETag` header, verbatim.
  public var etag: String?
  /// The `Last-Modified` header, verbatim.
  public var lastModified: String?
  /// The bytes of the calendar.
  public var bytes: [UInt8]

  /// Creates a fetched source.
  public init(url: String, etag: String?, lastModified: String?, bytes: [UInt8]) {
    self.url = url
    self.etag = etag
    self.lastModified = lastModified
    self.bytes = bytes
  }
}

extension LineRegistry {
  /// The server's last response for an address; nil if there is none or it cannot be read, so that the server is
  /// asked as if for the first time.
  public func fetched(from source: String) throws(StateError) -> FetchedSource? {
    try read(source) { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT * FROM fetched WHERE source = ?", arguments: [source])
      return row.flatMap { try? FetchedSource($0) }
    }
  }

  /// Saves a server's response for an address.
  public func save(_ fetched: FetchedSource, from source: String) throws(StateError) {
    try write(source) { database in
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO fetched (source, url, etag, lastModified, bytes)
          VALUES (?, ?, ?, ?, ?)
          """,
        arguments: [
          source, fetched.url, fetched.etag, fetched.lastModified, fetched.bytes.data,
        ])
    }
  }
}

extension FetchedSource {
  fileprivate init(_ row: Row) throws {
    url = try row.checked("url")
    etag = try row.checkedIfThere("etag")
    lastModified = try row.checkedIfThere("lastModified")
    bytes = try row.checkedBytes("bytes")
  }
}
