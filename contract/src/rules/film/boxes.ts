import { BinaryFields, type FilmBytes } from './bytes.ts'

/** A box of an MP4 file (ISO/IEC 14496-12 §4.2). */
export interface Mp4Box {
  type: string
  at: number
  start: number
  end: number
}

/** The index of a long film has a few MB; a larger index is an attack. */
export const maxIndexBytes = 32 * 1024 * 1024
const maxBoxes = 2000

/** Top-level boxes, and the bytes missing from the last one. */
export interface Mp4TopBoxes {
  boxes: Mp4Box[]
  missing: number
}

/**
 * Reads box headers only. Returns null when the file has no boxes; other data after the boxes is ignored, as in
 * players.
 */
export async function readTopBoxes(content: FilmBytes): Promise<Mp4TopBoxes | null> {
  const boxes: Mp4Box[] = []
  for (let at = 0; at + 8 <= content.size; ) {
    const box = boxAt(new BinaryFields(await content.read(at, 16)), 0, at, content.size)
    if (boxes.length === maxBoxes) return null
    if (!box || !isName(box.type)) return isWhole(boxes) ? { boxes, missing: 0 } : null
    boxes.push(box)
    if (box.end > content.size) return { boxes, missing: box.end - content.size }
    at = box.end
  }
  return { boxes, missing: 0 }
}

const isWhole = (boxes: readonly Mp4Box[]) => ['moov', 'mdat'].every((type) => boxes.some((box) => box.type === type))

const isName = (type: string) => /^[\x20-\x7e\xa9]{4}$/.test(type)

/** Reads the header of one MP4 box; null when it cannot be a valid header. */
function boxAt(fields: BinaryFields, from: number, at: number, limit: number): Mp4Box | null {
  if (from + 8 > fields.length) return null
  const short = fields.u32(from)
  if (short === 1 && from + 16 > fields.length) return null
  const headSize = short === 1 ? 16 : 8
  // In MP4, a size of 0 means that the box extends to the end of the box or file around it.
  const size = short === 1 ? fields.u64(from + 8) : short || limit - at
  if (size < headSize) return null
  return { type: fields.text(from + 4, from + 8), at, start: at + headSize, end: at + size }
}

/** Lists the boxes inside another box; a broken box ends the list. */
export function mp4BoxesIn(index: BinaryFields, outer: Pick<Mp4Box, 'start' | 'end'>): Mp4Box[] {
  const boxes: Mp4Box[] = []
  const end = Math.min(outer.end, index.length)
  for (let at = outer.start; at < end && boxes.length < maxBoxes; ) {
    const box = boxAt(index, at, at, end)
    if (!box || box.end > end) return boxes
    boxes.push(box)
    at = box.end
  }
  return boxes
}

/** Finds the first box of the first type in the path, then the first box of the next type inside it, and so on. */
export function findMp4Box(index: BinaryFields, outer: Mp4Box, ...path: readonly string[]): Mp4Box | undefined {
  let found: Mp4Box | undefined = outer
  for (const type of path) found = found && mp4BoxesIn(index, found).find((box: Mp4Box) => box.type === type)
  return found
}
