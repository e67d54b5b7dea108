import ExactText
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// Limits the time that a client may take for a request and for reading its answer, and the size of a request.
///
/// A connection is in one phase at a time, and each phase has a deadline. While a body or an answer is on its way, the
/// deadline moves on with its bytes, so that a slow line is enough, and a client that sends a byte now and then is not.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// How long each phase may take.
  struct Limits: Sendable {
    /// The head of the first request.
    var head = TimeAmount.seconds(30)
    /// The head of each further request: clients keep connections open.
    var nextHead = TimeAmount.seconds(90)
    /// The body, and the reading of an answer, besides the time for its bytes.
    var transfer = TimeAmount.seconds(30)
    /// The fewest bytes of them in a second.
    var pace = 4096
    /// What is left when the server ends, or the client is told that its request is too long.
    var ending = TimeAmount.seconds(3)
  }

  private enum Phase {
    /// The server waits for the head of a request.
    case waiting
    /// It waits for the rest of its body.
    case reading
    /// It works on the answer.
    case answering
    /// The answer is on its way.
    case sending
    /// Nothing is read any more.
    case ending
  }

  private let connections: OpenConnections
  private let limits: Limits
  private var phase = Phase.waiting
  private var began = NIODeadline.now()
  /// The bytes of the phase so far, or of the answer that is on its way.
  private var count = 0
  private var deadline: Scheduled<Void>?
  /// The server ends, so what is left has less time.
  private var isLast = false
  /// The answer says that the connection ends.
  private var endsAfterAnswer = false
  /// The connection is to be closed when the answer is sent.
  private var closesAfterAnswer = false

  /// Creates the guard of one connection.
  init(_ connections: OpenConnections, _ limits: Limits = Limits()) {
    self.connections = connections
    self.limits = limits
  }

  // MARK: The connection

  func handlerAdded(context: ChannelHandlerContext) {
    connections.add(context.channel)
    begin(.waiting, limits.head, context)
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    connections.remove(context.channel)
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      isLast = true
      if phase == .reading { begin(.reading, limits.ending, context) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard phase == .sending, mode == .all else {
      return context.close(mode: mode, promise: promise)
    }
    // What is still on its way would be lost.
    closesAfterAnswer = true
    context.channel.closeFuture.cascade(to: promise)
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard phase != .ending else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      begin(.reading, limits.transfer, context)
      invite(head, context)
    case .body(let bytes):
      count += bytes.readableBytes
      // Hummingbird reads the rest of a body that nobody wanted.
      guard count <= Request.longestBody + 1 << 20 else { return context.close(promise: nil) }
    case .end:
      if phase == .reading { begin(.answering, nil, context) }
    }
    context.fireChannelRead(data)
  }

  /// Tells a client to send its body, if it waits for that and the body is not too long.
  private func invite(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
    guard (head.headerFields[.expect] ?? "").lowercased() == "100-continue",
      let length = head.headerFields[.contentLength].flatMap({ Int($0) }),
      length <= Request.longestBody
    else { return }
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
  }

  // MARK: Answers

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      count = 0
      endsAfterAnswer = (head.headerFields[.connection] ?? "").lowercased() == "close"
      context.write(data, promise: promise)
    case .body(let bytes):
      count += bytes.readableBytes
      context.write(data, promise: promise)
    case .end:
      let sent = promise ?? context.eventLoop.makePromise()
      begin(.sending, isLast ? limits.ending : limits.transfer, context)
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      sent.futureResult.whenComplete { _ in
        let (own, context) = bound.value
        own.finishAnswer(context)
      }
      context.write(data, promise: sent)
    }
  }

  private func finishAnswer(_ context: ChannelHandlerContext) {
    guard phase == .sending else { return }
    if closesAfterAnswer { return context.close(promise: nil) }
    guard endsAfterAnswer else { return begin(.waiting, limits.nextHead, context) }
    // The client reads the answer before it sees that the connection ends, though it may still send.
    begin(.ending, limits.ending, context)
    context.close(mode: .output, promise: nil)
  }

  // MARK: Deadlines

  private func begin(_ phase: Phase, _ time: TimeAmount?, _ context: ChannelHandlerContext) {
    let isWaiting = phase != .answering
    if isWaiting != (self.phase != .answering) || phase == .waiting {
      connections.note(context.channel, waiting: isWaiting)
    }
    self.phase = phase
    began = .now()
    if phase == .reading { count = 0 }
    deadline?.cancel()
    deadline = nil
    if let time { schedule(time, at: began + time, context) }
  }

  private func schedule(
    _ time: TimeAmount, at end: NIODeadline, _ context: ChannelHandlerContext
  ) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(deadline: end) {
      let (own, context) = bound.value
      own.check(time, context)
    }
  }

  /// Closes the connection, unless its bytes have earned more time.
  private func check(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    let isTransfer = phase == .reading || phase == .sending
    let earned = TimeAmount.seconds(isTransfer && !isLast ? Int64(count / limits.pace) : 0)
    let end = began + time + earned
    guard end > .now() else {
      phase = .ending
      return context.close(promise: nil)
    }
    schedule(time, at: end, context)
  }
}
