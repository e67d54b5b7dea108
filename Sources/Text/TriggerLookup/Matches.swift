extension Substring {
  /// The number of bytes before an index; an index outside the text counts as its nearest end.
  func offset(of index: String.Index) -> Int {
    let index = Swift.min(Swift.max(index, startIndex), endIndex)
    return base.utf8.distance(from: startIndex, to: index)
  }

  /// The index of a number of bytes.
  fileprivate func index(_ offset: Int) -> String.Index {
    base.utf8.index(startIndex, offsetBy: offset)
  }

  /// A part of the same string; its bounds are between characters.
  fileprivate func part(_ bounds: Range<String.Index>) -> Substring {
    Substring(base.utf8[bounds])
  }
}

extension TriggerMatch<String.Index> {
  init(_ span: NameSpan, in text: Substring) {
    let start = text.index(span.trigger.lowerBound)
    let queryStart = text.index(span.trigger.upperBound)
    let end = text.index(span.end)
    trigger = span.character ?? text.part(start..<queryStart).first ?? "@"
    query = text.part(queryStart..<end)
    range = start..<end
    queryRange = queryStart..<end
    replacement = start..<text.index(span.nameEnd)
  }
}

extension TriggerMatch<Int> {
  init(_ span: NameSpan, in bytes: Span<UInt8>) {
    trigger = span.character ?? bytes.text(span.trigger).first ?? "@"
    query = bytes.text(span.trigger.upperBound..<span.end)
    range = span.trigger.lowerBound..<span.end
    queryRange = span.trigger.upperBound..<span.end
    replacement = span.trigger.lowerBound..<span.nameEnd
  }
}

extension ValueMatch<String.Index> {
  init(_ span: ValueSpan, in text: Substring) {
    let start = text.index(span.trigger.lowerBound)
    let end = text.index(span.end)
    let queryStart = text.index(span.open + 1)
    nameRange = text.index(span.trigger.upperBound)..<text.index(span.open)
    name = text.part(nameRange)
    query = text.part(queryStart..<end)
    range = start..<end
    queryRange = queryStart..<end
    replacement = queryStart..<(span.close.map(text.index) ?? end)
    isClosed = span.close != nil
  }
}

extension ValueMatch<Int> {
  init(_ span: ValueSpan, in bytes: Span<UInt8>) {
    nameRange = span.trigger.upperBound..<span.open
    queryRange = span.open + 1..<span.end
    name = bytes.text(nameRange)
    query = bytes.text(queryRange)
    range = span.trigger.lowerBound..<span.end
    replacement = queryRange.lowerBound..<(span.close ?? span.end)
    isClosed = span.close != nil
  }
}

extension Span<UInt8> {
  fileprivate func text(_ range: Range<Int>) -> Substring {
    extracting(range).withUnsafeBufferPointer { Substring(decoding: $0, as: UTF8.self) }
  }
}
