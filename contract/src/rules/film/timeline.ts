import { type Box, boxIn } from './boxes.ts'
import type { Fields } from './bytes.ts'
import { placesOf } from './offsets.ts'

/** When something of a track is shown, in seconds from the film's beginning. */
export interface Shown {
  from: number
  to: number
}

/**
 * Of a track what its frames last, as its edit list places them; null: nothing of it is ever shown. Lengths that headers tell are not asked: tag
 * editors and recorders falsify them, and browsers go by the frames.
 * @param movieScale units a second of the edit list's own lengths
 */
export function shownOf(index: Fields, track: Box, movieScale: number): Shown | null {
  const media = boxIn(index, track, 'mdia')
  const scale = media ? timescaleOf(index, boxIn(index, media, 'mdhd')) : 0
  const frames = media && scale > 0 ? framesOf(index, media, scale) : null
  if (!frames) return null
  const list = boxIn(index, track, 'edts', 'elst')
  const edits = list ? editsOf(index, list, { movie: movieScale, track: scale }) : []
  return edits.length > 0
    ? edited(frames, edits)
    : { from: Math.max(0, frames.from), to: frames.to }
}

/** Units a second, of a MovieHeaderBox or a MediaHeaderBox (ISO/IEC 14496-12 §8.2.2, §8.4.2). */
export function timescaleOf(index: Fields, head: Box | undefined): number {
  return head ? index.u32(head.start + (index.u8(head.start) === 1 ? 20 : 12)) : 0
}

interface Runs {
  /** where the next row lies */
  at: number
  end: number
  /** frames that are left of the row that was read */
  left: number
  units: number
}

/** A table of rows "so many frames, so many units each", as time-to-sample and composition offsets are. */
function runsOf(index: Fields, table: Box): Runs {
  const rows = index.u32(table.start + 4)
  const start = table.start + 8
  return { at: start, end: Math.min(table.end, start + rows * 8), left: 0, units: 0 }
}

/** Reads the next row once the last one is used up; false: there is none. */
function hasMore(index: Fields, runs: Runs): boolean {
  while (runs.left === 0 && runs.at + 8 <= runs.end) {
    runs.left = index.u32(runs.at)
    // 32 bits with a sign, whatever the version says: writers do so
    runs.units = index.i32(runs.at + 4)
    runs.at += 8
  }
  return runs.left > 0
}

/** From the first frame to the end of the last, on the track's own timeline; rows are read, never frame after frame. */
function framesOf(index: Fields, media: Box, scale: number): Shown | null {
  const tables = boxIn(index, media, 'minf', 'stbl')
  const table = tables && boxIn(index, tables, 'stts')
  if (!table) return null
  const steps = runsOf(index, table)
  const offsetTable = boxIn(index, tables, 'ctts')
  const offsets = offsetTable && runsOf(index, offsetTable)
  let decoded = 0
  let left = samplesOf(index, tables)
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  while (left > 0) {
    // frames beyond the table take as long as its last
    if (!hasMore(index, steps)) steps.left = left
    const offset = offsets && hasMore(index, offsets) ? offsets.units : 0
    const ofOneOffset = offsets && offsets.left > 0 ? offsets.left : left
    const count = Math.min(left, steps.left, ofOneOffset)
    left -= count
    // one that goes back in time is shown for no time
    const step = Math.max(0, steps.units)
    from = Math.min(from, decoded + offset)
    decoded += count * step
    to = Math.max(to, decoded + offset)
    steps.left -= count
    if (offsets && offsets.left > 0) offsets.left -= count
  }
  return to > from ? { from: from / scale, to: to / scale } : null
}

/** How many samples there are: those with a size, in the chunks that have a place. A table of times may tell of more. */
function samplesOf(index: Fields, tables: Box): number {
  const sizes = boxIn(index, tables, 'stsz') ?? boxIn(index, tables, 'stz2')
  const chunkRows = boxIn(index, tables, 'stsc')
  const places = placesOf(index, tables)
  if (!sizes || !chunkRows || !places) return 0
  const rows = Math.min(
    index.u32(chunkRows.start + 4),
    Math.floor((chunkRows.end - chunkRows.start - 8) / 12),
  )
  let inChunks = 0
  for (let row = 0; row < rows; row += 1) {
    const at = chunkRows.start + 8 + row * 12
    const next = row + 1 < rows ? index.u32(at + 12) : places.count + 1
    const chunks = Math.min(next, places.count + 1) - index.u32(at)
    inChunks += Math.max(0, chunks) * index.u32(at + 4)
  }
  return Math.min(index.u32(sizes.start + 8), inChunks)
}

interface EditOf {
  seconds: number
  /** of the track's own timeline, where it begins; null: nothing is shown */
  mediaFrom: number | null
}

/** EditListBox (ISO/IEC 14496-12 §8.6.6). Its speed is not asked: browsers play at their own. */
function editsOf(index: Fields, list: Box, scales: { movie: number; track: number }): EditOf[] {
  const long = index.u8(list.start) === 1
  const size = long ? 20 : 12
  const start = list.start + 8
  const rows = Math.min(index.u32(list.start + 4), Math.floor((list.end - start) / size))
  const edits: EditOf[] = []
  for (let row = 0; row < Math.min(rows, mostEdits); row += 1) {
    const at = start + row * size
    const length = long ? index.u64(at) : index.u32(at)
    const from = long ? index.i64(at + 8) : index.i32(at + 4)
    edits.push({
      seconds: scales.movie > 0 ? length / scales.movie : 0,
      mediaFrom: from < 0 ? null : from / scales.track,
    })
  }
  return edits
}

const mostEdits = 100_000

/** What is shown of the frames: of each piece only as much as there are frames for. */
function edited(frames: Shown, edits: readonly EditOf[]): Shown | null {
  let at = 0
  let [from, to] = [Number.POSITIVE_INFINITY, 0]
  for (const [row, { seconds, mediaFrom }] of edits.entries()) {
    if (mediaFrom !== null) {
      const first = Math.max(mediaFrom, frames.from)
      const last = Math.min(mediaFrom + seconds, frames.to)
      if (last > first) {
        from = Math.min(from, at + first - mediaFrom)
        to = Math.max(to, at + last - mediaFrom)
      }
    }
    // in a gap at the end Chromium plays on, for as long as there were frames
    else if (row === edits.length - 1) to = at + Math.min(seconds, frames.to - frames.from)
    at += seconds
  }
  return to > from ? { from, to } : null
}
