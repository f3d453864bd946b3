import { flushCompileCache } from 'node:module'
import { Socket } from 'node:net'
import type { ByteContent } from '../files/content.ts'
import { UnreadableFile } from '../sheets/unreadable.ts'
import type { MessageFromReader, MessageToReader } from './frames.ts'
import { readFrames, writeFrame } from './frames.ts'
import type { ReadTask } from './task.ts'

/** The server sends files one by one, and the reader ends when the server is gone. */
const server = new Socket({ fd: 3, readable: true, writable: true })
server.once('close', () => process.exit())
server.on('error', () => process.exit())
const frames = readFrames(server)

for (;;) {
  const job = await next()
  if (job.kind !== 'job') throw new Error('bytes without a question')
  await tell(await read(job))
}

async function next(): Promise<MessageToReader> {
  const { done, value } = await frames.next()
  return done ? process.exit() : (value.message as MessageToReader)
}

function tell(message: MessageFromReader): Promise<void> {
  return writeFrame(server, message)
}

async function read(job: Extract<MessageToReader, { kind: 'job' }>): Promise<MessageFromReader> {
  try {
    const { task }: { task: ReadTask<unknown, unknown> } = await import(job.script)
    // The compile cache is written before the file is read, because a killed process cannot write it.
    flushCompileCache()
    await task(job.input, {
      source: sourceOf(job.size),
      emit: (value) => tell({ kind: 'value', value }),
    })
    return { kind: 'end' }
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'problem', problem: error.message }
    if (isRefusal(error)) return { kind: 'refusal', key: error.key, detail: error.detail }
    return { kind: 'broken' }
  }
}

/** Recognizes a refusal by its shape, because its class would load the whole contract. */
function isRefusal(error: unknown): error is { key: string; detail: Record<string, unknown> } {
  return error instanceof Error && 'key' in error && 'detail' in error
}

function sourceOf(size: number): ByteContent {
  let last: Promise<unknown> = Promise.resolve()
  const ask = async (start: number, length: number): Promise<Buffer> => {
    await tell({ kind: 'read', start, length })
    const answer = await next()
    if (answer.kind !== 'bytes') throw new Error('another file in between')
    return Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength)
  }
  /** Only one range is read at a time, because the server's responses carry no number. */
  const read = (start: number, length: number): Promise<Buffer> => {
    const turn = last.then(() => whole(start, Math.max(0, Math.min(length, size - start))))
    last = turn.catch(() => undefined)
    return turn
  }
  const whole = async (start: number, length: number): Promise<Buffer> => {
    const found: Buffer[] = []
    for (let at = 0; at < length; ) {
      const piece = await ask(start + at, length - at)
      if (piece.length === 0) break
      found.push(piece)
      at += piece.length
    }
    return found.length === 1 && found[0] ? found[0] : Buffer.concat(found)
  }
  return {
    size,
    read,
    pieces: async function* () {
      for (let at = 0; at < size; ) {
        const piece = await read(at, 256 * 1024)
        if (piece.length === 0) return
        yield piece
        at += piece.length
      }
    },
  }
}
