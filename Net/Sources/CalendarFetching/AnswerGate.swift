import NIOCore
import NIOHTTP1

/// Lets only answers through that HTTP knows, before the client's own state sees them.
///
/// The client takes a status outside of 100 to 599 for a bug of its own and ends the process. It also hands on each
/// 1xx that comes before an answer, however many there are.
final class AnswerGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  /// Why an answer is not let through.
  enum Refusal: Error {
    /// Its status is none of HTTP, or one that nobody asked for (101).
    case status(UInt)
    /// More announcements (1xx) come than a server has reason for.
    case announcements
  }

  /// The most announcements before an answer.
  private static let mostAnnouncements = 20

  private var announcements = 0
  private var isShut = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isShut else { return }
    guard case .head(let head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    switch head.status.code {
    case 200...599:
      announcements = 0
      context.fireChannelRead(data)
    case 100, 102...199:
      announcements += 1
      if announcements > Self.mostAnnouncements { refuse(.announcements, context) }
    default: refuse(.status(head.status.code), context)
    }
  }

  private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    isShut = true
    context.fireErrorCaught(refusal)
    context.close(promise: nil)
  }
}

extension AnswerGate {
  /// Puts a gate behind the decoder of a connection.
  static func add(to channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.context(
        handlerType: ByteToMessageHandler<HTTPResponseDecoder>.self)
      try pipeline.addHandler(AnswerGate(), position: .after(decoder.handler))
    }
  }
}
