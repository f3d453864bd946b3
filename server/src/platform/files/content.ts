import { createReadStream } from 'node:fs'
import type { FileStore } from './store.ts'

/** Content that is read in pieces, so that large films are never completely in memory. */
export interface ByteContent {
  size: number
  read(start: number, length: number): Promise<Buffer>
  pieces(): AsyncIterable<Buffer>
}

export function contentOfBuffer(buffer: Buffer): ByteContent {
  return {
    size: buffer.length,
    read: async (start, length) => buffer.subarray(start, start + length),
    pieces: async function* () {
      yield buffer
    },
  }
}

export function contentOfFile(path: string, size: number): ByteContent {
  const read = async (start: number, length: number) => {
    const found: Buffer[] = []
    const end = Math.min(size, start + length) - 1
    if (end >= start) for await (const piece of createReadStream(path, { start, end })) found.push(bytes(piece))
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

export function contentOfStoredParts(
  store: FileStore,
  parts: { keys: readonly string[]; partSize: number; size: number },
): ByteContent {
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

export type ContentPart = { from: number; to: number } | { bytes: Buffer }

export interface ComposedContent extends ByteContent {
  /** Reads from `start` up to but not including `end`. */
  pieces(start?: number, end?: number): AsyncIterable<Buffer>
}

/** The result is read piece by piece and never completely in memory. */
export function composeContent(source: ByteContent, parts: readonly ContentPart[]): ComposedContent {
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

async function* stretchOf({ read }: ByteContent, start: number, end: number) {
  for (let at = start; at < end; ) {
    const piece = await read(at, Math.min(stretchBytes, end - at))
    if (piece.length === 0) throw new Error('a content is shorter than its size')
    yield piece
    at += piece.length
  }
}

function bytes(piece: unknown): Buffer {
  return piece as Buffer
}
