import type { Duplex } from 'node:stream'
import { deserialize, serialize } from 'node:v8'

/** Maximum size of one message in bytes: it fits the longest text of a page, but not a whole file. */
export const maxFrameBytes = 16 * 1024 * 1024

const headBytes = 4

export class FrameTooLarge extends Error {}

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

/** Reading from the stream pauses between messages. @throws FrameTooLarge before a large message is in memory. */
export async function* readFrames(stream: Duplex): AsyncGenerator<{ message: unknown; bytes: number }> {
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

export type MessageToReader =
  | { kind: 'job'; script: string; input: unknown; size: number }
  | { kind: 'bytes'; bytes: Uint8Array }

/** The last message is `end`, `problem`, `refusal` or `broken`. */
export type MessageFromReader =
  | { kind: 'read'; start: number; length: number }
  | { kind: 'value'; value: unknown }
  | { kind: 'end' }
  | { kind: 'problem'; problem: string }
  | { kind: 'refusal'; key: string; detail: Record<string, unknown> }
  /** A parser's message is not passed on, because it may quote the file. */
  | { kind: 'broken' }
