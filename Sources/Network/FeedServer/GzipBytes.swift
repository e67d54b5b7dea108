import CZlib

/// Compresses bytes as `gzip` does (RFC 1952), without a name and a time: the same bytes always give the same.
enum GzipBytes {
  /// The compressed bytes; nil if zlib has no memory for it.
  static func compressing(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(&stream, level, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    let limit = Int(deflateBound(&stream, uLong(bytes.count)))
    return deflated(bytes, &stream, limit)
  }

  private static let level: Int32 = 6
  /// The largest window, and the header of gzip.
  private static let window: Int32 = 15 + 16

  /// Compresses all bytes at once; nil if they do not fit.
  private static func deflated(
    _ bytes: [UInt8], _ stream: inout z_stream, _ limit: Int
  ) -> [UInt8]? {
    guard let count = UInt32(exactly: bytes.count), let limit = UInt32(exactly: limit) else {
      return nil
    }
    var input = bytes
    var isDone = false
    let output = [UInt8](unsafeUninitializedCapacity: Int(limit)) { output, written in
      input.withUnsafeMutableBufferPointer { input in
        (stream.next_in, stream.avail_in) = (input.baseAddress, count)
        (stream.next_out, stream.avail_out) = (output.baseAddress, limit)
        isDone = deflate(&stream, Z_FINISH) == Z_STREAM_END
        written = isDone ? Int(limit - stream.avail_out) : 0
      }
    }
    return isDone ? output : nil
  }
}
