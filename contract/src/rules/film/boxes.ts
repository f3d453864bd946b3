import { Fields, type FilmBytes } from './bytes.ts'

/** A part of an MP4 (ISO/IEC 14496-12 §4.2). */
export interface Box {
  type: string
  /** where it begins, with its header */
  at: number
  /** its content, after the header */
  start: number
  end: number
}

/** A film of some hours has an index of a few MB; what is larger is made to hurt. */
export const maxIndexBytes = 32 * 1024 * 1024
const maxBoxes = 2000

/** The outermost boxes of a file, and how many bytes it lacks of what the last one says. */
export interface TopBoxes {
  boxes: Box[]
  missing: number
}

/** Reads headers only. Null: it is not made of boxes. What follows a whole film and is no box is left out, as players do. */
export async function topBoxes(content: FilmBytes): Promise<TopBoxes | null> {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= content.size; ) {
    const box = boxAt(new Fields(await content.read(at, 16)), 0, at, content.size)
    if (boxes.length === maxBoxes) return null
    if (!box || !isName(box.type)) return isWhole(boxes) ? { boxes, missing: 0 } : null
    boxes.push(box)
    if (box.end > content.size) return { boxes, missing: box.end - content.size }
    at = box.end
  }
  return { boxes, missing: 0 }
}

const isWhole = (boxes: readonly Box[]) =>
  ['moov', 'mdat'].every((type) => boxes.some((box) => box.type === type))

const isName = (type: string) => /^[\x20-\x7e\xa9]{4}$/.test(type)

/** The box whose header lies at `from` of `fields`, `at` in the whole; null when it says something impossible. */
function boxAt(fields: Fields, from: number, at: number, limit: number): Box | null {
  if (from + 8 > fields.length) return null
  const short = fields.u32(from)
  if (short === 1 && from + 16 > fields.length) return null
  const headSize = short === 1 ? 16 : 8
  // 0: to the end
  const size = short === 1 ? fields.u64(from + 8) : short || limit - at
  if (size < headSize) return null
  return { type: fields.text(from + 4, from + 8), at, start: at + headSize, end: at + size }
}

/** The boxes inside one; what is broken ends the list. */
export function boxesIn(index: Fields, outer: Pick<Box, 'start' | 'end'>): Box[] {
  const boxes: Box[] = []
  const end = Math.min(outer.end, index.length)
  for (let at = outer.start; at < end && boxes.length < maxBoxes; ) {
    const box = boxAt(index, at, at, end)
    if (!box || box.end > end) return boxes
    boxes.push(box)
    at = box.end
  }
  return boxes
}

/** The first box of each type on the way down; undefined where the way ends. */
export function boxIn(index: Fields, outer: Box, ...path: readonly string[]): Box | undefined {
  let found: Box | undefined = outer
  for (const type of path)
    found = found && boxesIn(index, found).find((box: Box) => box.type === type)
  return found
}
