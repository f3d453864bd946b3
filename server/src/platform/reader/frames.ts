import type { Duplex } from 'node:stream'
import { deserialize, serialize } from 'node:v8'

/** bytes of one message between the server and a reader: the longest text of a page fits, a file does not */
export const maxFrameBytes = 16 * 1024 * 1024
const headBytes = 4

/** A message that is longer than any honest reader sends. */
export class FrameTooLarge extends Error {}

/** Sends a message, and waits while the other side does not take it: nothing piles up in memory. */
export async function writeFrame(stream: Duplex, message: object): Promise<void> {
  const body = serialize(message)
  if (body.length > maxFrameBytes) throw new FrameTooLarge()
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(body.length)
  stream.cork()
  stream.write(head)
  const flows = stream.write(body)
  stream.uncork()
  if (!flows) await drained(stream)
}

function drained(stream: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      for (const event of ['drain', 'close']) stream.off(event, end)
      resolve()
    }
    for (const event of ['drain', 'close']) stream.on(event, end)
  })
}

/**
 * The messages of a stream, one by one; the stream rests while one is looked at.
 * @throws FrameTooLarge before such a message is taken into memory
 */
export async function* readFrames(
  stream: Duplex,
): AsyncGenerator<{ message: unknown; bytes: number }> {
  let pieces: Buffer[] = []
  let length = 0
  let wanted = headBytes
  let isHead = true
  for await (const piece of stream) {
    pieces.push(piece)
    length += piece.length
    while (length >= wanted) {
      const [first] = pieces
      const all = pieces.length === 1 && first ? first : Buffer.concat(pieces, length)
      const frame = all.subarray(0, wanted)
      const rest = all.subarray(wanted)
      pieces = rest.length > 0 ? [rest] : []
      length = rest.length
      if (isHead) {
        wanted = frame.readUInt32BE(0)
        if (wanted > maxFrameBytes) throw new FrameTooLarge()
      } else {
        yield { message: deserialize(frame), bytes: frame.length }
        wanted = headBytes
      }
      isHead = !isHead
    }
  }
}
