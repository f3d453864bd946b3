import { findMp4Box, type Mp4Box } from './boxes.ts'
import type { BinaryFields } from './bytes.ts'
import { readSampleTableOffsets } from './offsets.ts'

export interface DisplayedSpan {
  from: number
  to: number
}

/**
 * Start and duration of the frames that the edit list shows; null when it shows none. Durations in file headers are
 * often wrong, and browsers ignore them.
 * @param movieScale units per second in the edit list
 */
export function displayedSpanOf(index: BinaryFields, track: Mp4Box, movieScale: number): DisplayedSpan | null {
  const media = findMp4Box(index, track, 'mdia')
  const scale = media ? timescaleOf(index, findMp4Box(index, media, 'mdhd')) : 0
  const frames = media && scale > 0 ? framesOf(index, media, scale) : null
  if (!frames) return null
  const list = findMp4Box(index, track, 'edts', 'elst')
  const edits = list ? editsOf(index, list, { movie: movieScale, track: scale }) : []
  return edits.length > 0 ? edited(frames, edits) : { from: Math.max(0, frames.from), to: frames.to }
}

/** Reads the units per second of a MovieHeaderBox or MediaHeaderBox (ISO/IEC 14496-12 §8.2.2, §8.4.2). */
export function timescaleOf(index: BinaryFields, head: Mp4Box | undefined): number {
  return head ? index.u32(head.start + (index.u8(head.start) === 1 ? 20 : 12)) : 0
}

interface Runs {
  at: number
  end: number
  left: number
  units: number
}

/**
 * Reads a table whose rows have a number of frames and a time in units, such as the time-to-sample and composition
 * offset tables.
 */
function runsOf(index: BinaryFields, table: Mp4Box): Runs {
  const rows = index.u32(table.start + 4)
  const start = table.start + 8
  return { at: start, end: Math.min(table.end, start + rows * 8), left: 0, units: 0 }
}

function hasMore(index: BinaryFields, runs: Runs): boolean {
  while (runs.left === 0 && runs.at + 8 <= runs.end) {
    runs.left = index.u32(runs.at)
    // The value is always read as a signed number, because many programs ignore the version of the box.
    runs.units = index.i32(runs.at + 4)
    runs.at += 8
  }
  return runs.left > 0
}

/**
 * Returns the first and last time of the frames on the timeline of the track; reads rows of the tables, not single
 * frames.
 */
function framesOf(index: BinaryFields, media: Mp4Box, scale: number): DisplayedSpan | null {
  const tables = findMp4Box(index, media, 'minf', 'stbl')
  const table = tables && findMp4Box(index, tables, 'stts')
  if (!table) return null
  const steps = runsOf(index, table)
  const offsetTable = findMp4Box(index, tables, 'ctts')
  const offsets = offsetTable && runsOf(index, offsetTable)
  let decoded = 0
  let left = samplesOf(index, tables)
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  while (left > 0) {
    // Frames after the last row of the time table get the duration of that row.
    if (!hasMore(index, steps)) steps.left = left
    const offset = offsets && hasMore(index, offsets) ? offsets.units : 0
    const ofOneOffset = offsets && offsets.left > 0 ? offsets.left : left
    const count = Math.min(left, steps.left, ofOneOffset)
    left -= count
    const step = Math.max(0, steps.units)
    from = Math.min(from, decoded + offset)
    decoded += count * step
    to = Math.max(to, decoded + offset)
    steps.left -= count
    if (offsets && offsets.left > 0) offsets.left -= count
  }
  return to > from ? { from: from / scale, to: to / scale } : null
}

/** Counts the frames that have a size and a place in the file; the time table may claim more frames. */
function samplesOf(index: BinaryFields, tables: Mp4Box): number {
  const sizes = findMp4Box(index, tables, 'stsz') ?? findMp4Box(index, tables, 'stz2')
  const chunkRows = findMp4Box(index, tables, 'stsc')
  const places = readSampleTableOffsets(index, tables)
  if (!sizes || !chunkRows || !places) return 0
  const rows = Math.min(index.u32(chunkRows.start + 4), Math.floor((chunkRows.end - chunkRows.start - 8) / 12))
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
  /** Start of the edit on the timeline of the track; null for an empty edit. */
  mediaFrom: number | null
}

/** Reads EditListBox (ISO/IEC 14496-12 §8.6.6); its speed is ignored, as in browsers. */
function editsOf(index: BinaryFields, list: Mp4Box, scales: { movie: number; track: number }): EditOf[] {
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

/** Cuts each edit to the time in which the film has frames. */
function edited(frames: DisplayedSpan, edits: readonly EditOf[]): DisplayedSpan | null {
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
    } else if (row === edits.length - 1) to = at + Math.min(seconds, frames.to - frames.from)
    at += seconds
  }
  return to > from ? { from, to } : null
}
