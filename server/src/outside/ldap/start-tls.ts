import type { Socket } from 'node:net'
import { Ber, BerReader, ExtendedRequest } from 'ldapts'
import { Unreachable } from '../http-sender.ts'

const START_TLS = '1.3.6.1.4.1.1466.20037'
const EXTENDED_RESPONSE = 0x78
const ANSWER_BYTES = 4096

/**
 * Starts TLS on a plain connection (RFC 4511, 4.14). Bytes after the answer may come from an attacker and would be read as
 * encrypted, so the connection is ended.
 */
export async function startTls(socket: Socket): Promise<void> {
  socket.write(new ExtendedRequest({ messageId: 1, oid: START_TLS }).write())
  const answer = await readAnswer(socket)
  const reader = new BerReader(answer)
  reader.readSequence()
  const messageId = reader.readInt()
  if (messageId !== 1 || reader.readSequence() !== EXTENDED_RESPONSE || reader.peek() !== Ber.Enumeration) throw new Unreachable('no TLS')
  if (reader.readEnumeration() !== 0) throw new Unreachable('no TLS')
}

const readAnswer = async (socket: Socket) =>
  new Promise<Buffer>((done, fail) => {
    let read = Buffer.alloc(0)
    const end = (settle: () => void) => {
      socket.off('data', take).off('error', fail).off('close', closed)
      settle()
    }
    const closed = () => end(() => fail(new Unreachable('no TLS')))
    const take = (piece: Buffer) => {
      read = Buffer.concat([read, piece])
      const wanted = lengthOf(read)
      if (read.length > Math.min(wanted ?? ANSWER_BYTES, ANSWER_BYTES)) end(() => fail(new Unreachable('injected')))
      else if (read.length === wanted) end(() => done(read))
    }
    socket.on('data', take).on('error', fail).on('close', closed)
  })

/** Length of the first message with its header; undefined while incomplete, 0 if it is none. */
function lengthOf(read: Buffer): number | undefined {
  const reader = new BerReader(read)
  try {
    return reader.readSequence() === null ? undefined : reader.offset + reader.length
  } catch {
    return 0
  }
}
