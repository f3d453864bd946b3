import { createReadStream } from 'node:fs'
import type { FileStore } from './store.ts'

/** Bytes to judge and to keep, wherever they lie: a film of hundreds of MB never lies in memory whole. */
export interface Content {
  size: number
  /** `length` bytes from `start`, fewer at the end */
  read(start: number, length: number): Promise<Buffer>
  /** all of it, in pieces */
  pieces(): AsyncIterable<Buffer>
}

/** What lies in memory anyway. */
export function bufferContent(buffer: Buffer): Content {
  return {
    size: buffer.length,
    read: async (start, length) => buffer.subarray(start, start + length),
    pieces: async function* () {
      yield buffer
    },
  }
}

/** A file on this computer. */
export function fileContent(path: string, size: number): Content {
  const read = async (start: number, length: number) => {
    const found: Buffer[] = []
    const end = Math.min(size, start + length) - 1
    if (end >= start)
      for await (const piece of createReadStream(path, { start, end })) found.push(bytes(piece))
    return Buffer.concat(found)
  }
  return {
    size,
    read,
    pieces: async function* () {
      for await (const piece of createReadStream(path)) yield bytes(piece)
    },
  }
}

/** Objects of the store, one after the other: the pieces of an upload, each `partSize` long but the last. */
export function storedContent(
  store: FileStore,
  parts: { keys: readonly string[]; partSize: number; size: number },
): Content {
  const { keys, partSize, size } = parts
  const pieces = async function* (start = 0, end = size - 1) {
    for (let at = start; at <= end; ) {
      const index = Math.floor(at / partSize)
      const key = keys[index]
      if (key === undefined) throw new Error(`an upload has no piece ${index}`)
      const partStart = index * partSize
      const last = Math.min(end, partStart + partSize - 1)
      const range = { start: at - partStart, end: last - partStart }
      for await (const piece of store.read(key, range)) yield bytes(piece)
      at = last + 1
    }
  }
  return {
    size,
    read: async (start, length) => {
      const found: Buffer[] = []
      for await (const piece of pieces(start, Math.min(size, start + length) - 1)) found.push(piece)
      return Buffer.concat(found)
    },
    pieces: () => pieces(),
  }
}

/** A stretch of another content, or bytes of its own. */
export type ContentPart = { from: number; to: number } | { bytes: Buffer }

/** A content of which a stretch can be read in pieces, too. */
export interface ComposedContent extends Content {
  /** from `start` up to, but without, `end` */
  pieces(start?: number, end?: number): AsyncIterable<Buffer>
}

/** Stretches of a content in another order, with bytes between them: read as it is asked for, never in memory whole. */
export function composedContent(source: Content, parts: readonly ContentPart[]): ComposedContent {
  const sizeOf = (part: ContentPart) => ('from' in part ? part.to - part.from : part.bytes.length)
  const size = parts.reduce((sum, part) => sum + sizeOf(part), 0)
  const pieces = async function* (start = 0, end = size) {
    let at = 0
    for (const part of parts) {
      const [first, last] = [Math.max(start, at) - at, Math.min(end, at + sizeOf(part)) - at]
      at += sizeOf(part)
      if (first >= last) continue
      if ('bytes' in part) yield part.bytes.subarray(first, last)
      else yield* stretchOf(source, part.from + first, part.from + last)
    }
  }
  return {
    size,
    read: async (start, length) => {
      const found: Buffer[] = []
      for await (const piece of pieces(start, start + length)) found.push(piece)
      return Buffer.concat(found)
    },
    pieces,
  }
}

const stretchBytes = 1024 * 1024

async function* stretchOf({ read }: Content, start: number, end: number) {
  for (let at = start; at < end; ) {
    const piece = await read(at, Math.min(stretchBytes, end - at))
    if (piece.length === 0) throw new Error('a content is shorter than its size')
    yield piece
    at += piece.length
  }
}

/** A stream of the store gives buffers: no encoding is ever set on it. */
function bytes(piece: unknown): Buffer {
  return piece as Buffer
}
