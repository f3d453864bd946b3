import type { Content } from '../../platform/files/content.ts'

export interface Box {
  type: string
  /** its content, after the header */
  start: number
  end: number
}

export interface Film {
  /** pixels, as coded */
  width: number
  height: number
}

/** A film of some hours has an index of a few MB; what is larger is made to hurt. */
export const maxIndexBytes = 32 * 1024 * 1024
const maxBoxes = 2000

/**
 * The picture size of an MP4 that every browser plays: H.264, and AAC if it has sound (product §3). Null for anything
 * else: another container, another codec, a file cut off. Reads box headers and the index, never the film itself.
 */
export async function readFilm(content: Content): Promise<Film | null> {
  const boxes = await topBoxes(content)
  if (boxes?.[0]?.type !== 'ftyp') return null
  const index = boxes.find(({ type }) => type === 'moov')
  const hasMedia = boxes.some(({ type }) => type === 'mdat')
  if (!index || !hasMedia || index.end - index.start > maxIndexBytes) return null
  return filmOf(await content.read(index.start, index.end - index.start))
}

/** The file's outermost boxes; null when they do not fill it exactly. */
export async function topBoxes(content: Content): Promise<Box[] | null> {
  const boxes: Box[] = []
  for (let at = 0; at < content.size; ) {
    const box = boxAt(await content.read(at, 16), at, content.size)
    if (!box || boxes.length === maxBoxes) return null
    boxes.push(box)
    at = box.end
  }
  return boxes
}

/** The box whose header `head` begins with; null when it says something impossible (ISO/IEC 14496-12 §4.2). */
function boxAt(head: Buffer, at: number, limit: number): Box | null {
  if (head.length < 8) return null
  const short = head.readUInt32BE(0)
  const type = head.toString('latin1', 4, 8)
  if (short === 1 && head.length < 16) return null
  const headSize = short === 1 ? 16 : 8
  // 0: to the end
  const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short || limit - at
  if (size < headSize || at + size > limit) return null
  return { type, start: at + headSize, end: at + size }
}

/** The boxes inside one; what is broken ends the list. */
export function boxesIn(index: Buffer, outer: Pick<Box, 'start' | 'end'>): Box[] {
  const boxes: Box[] = []
  for (let at = outer.start; at < outer.end && boxes.length < maxBoxes; ) {
    const box = boxAt(index.subarray(at, at + 16), at, outer.end)
    if (!box) return boxes
    boxes.push(box)
    at = box.end
  }
  return boxes
}

/** The first box of each type on the way down, as `moov/trak/mdia`; undefined where the way ends. */
export function boxIn(index: Buffer, outer: Box, path: readonly string[]): Box | undefined {
  let found: Box | undefined = outer
  for (const type of path)
    found = found && boxesIn(index, found).find((box: Box) => box.type === type)
  return found
}

function filmOf(index: Buffer): Film | null {
  let film: Film | null = null
  for (const track of boxesIn(index, { start: 0, end: index.length })) {
    if (track.type !== 'trak') continue
    const media = boxIn(index, track, ['mdia'])
    const handler = media && boxIn(index, media, ['hdlr'])
    const list = media && boxIn(index, media, ['minf', 'stbl', 'stsd'])
    if (!handler || !list) return null
    const kind = index.toString('latin1', handler.start + 8, handler.start + 12)
    // behind version, flags and count
    const samples = boxesIn(index, { start: list.start + 8, end: list.end })
    if (samples.length === 0) return null
    if (kind === 'vide') {
      film ??= pictureOf(index, samples[0])
      if (!film || !samples.every(({ type }) => type === 'avc1' || type === 'avc3')) return null
    }
    if (kind === 'soun' && !samples.every((sample) => isAac(index, sample))) return null
  }
  return film
}

/** VisualSampleEntry: width and height lie 24 bytes in. */
function pictureOf(index: Buffer, sample: Box | undefined): Film | null {
  if (!sample || sample.end - sample.start < 28) return null
  const width = index.readUInt16BE(sample.start + 24)
  const height = index.readUInt16BE(sample.start + 26)
  return width > 0 && height > 0 ? { width, height } : null
}

function isAac(index: Buffer, sample: Box): boolean {
  return sample.type === 'mp4a' && soundObject(index, sample) === 0x40
}

/** `mp4a` holds many codecs; the one is told by its elementary stream descriptor: 0x40 is AAC. */
export function soundObject(index: Buffer, sample: Box): number | undefined {
  const at = index.subarray(sample.start, sample.end).indexOf('esds', 0, 'latin1')
  if (at < 0) return undefined
  return objectType(index.subarray(sample.start + at + 8, sample.end))
}

/** ES_Descriptor (tag 3) → DecoderConfigDescriptor (tag 4) → its first byte (ISO/IEC 14496-1 §7.2.6). */
function objectType(descriptors: Buffer): number | undefined {
  const stream = skipHead(descriptors, 3)
  if (!stream || stream.length < 3) return undefined
  const flags = stream.readUInt8(2)
  const urlLength = flags & 0x40 ? 1 + (stream[3 + (flags & 0x80 ? 2 : 0)] ?? 0) : 0
  const fields = 3 + (flags & 0x80 ? 2 : 0) + urlLength + (flags & 0x20 ? 2 : 0)
  return skipHead(stream.subarray(fields), 4)?.[0]
}

/** Past a descriptor's tag and its length, of one to four bytes. */
function skipHead(bytes: Buffer, tag: number): Buffer | null {
  if (bytes[0] !== tag) return null
  let at = 1
  while (at < 4 && ((bytes[at] ?? 0) & 0x80) !== 0) at += 1
  return bytes.subarray(at + 1)
}
