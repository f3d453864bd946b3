import { type Box, boxesIn, boxIn, maxIndexBytes, topBoxes } from '@ce/contract/film/boxes'
import { Fields } from '@ce/contract/film/bytes'
import { offsetsOf } from '@ce/contract/film/offsets'
import { timescaleOf } from '@ce/contract/film/timeline'
import type { Content, ContentPart } from '../../platform/files/content.ts'
import { boxOf, tableOf } from './film.ts'

/** half an hour at 120 pictures a second, and as much again for the sound */
const mostSamples = 500_000

/** Some samples that lie one after the other in the file. */
interface Chunk {
  from: number
  bytes: number
  samples: number
  /** which of the track's descriptions they go by */
  description: number
}

interface CutTrack {
  box: Box
  /** how many samples are kept, and their sizes */
  sizes: number[]
  chunks: Chunk[]
  /** the moment of the track, in its own units, at which it ends */
  until: number
}

/**
 * The first seconds of a film as a film of its own, which holds nothing of the rest: pieces of the given one behind a new index. Only the index is
 * read. Null: its tables cannot be cut.
 */
export async function filmBeginning(
  content: Content,
  seconds: number,
): Promise<ContentPart[] | null> {
  const top = await topBoxes(content)
  const type = top?.boxes.find((box) => box.type === 'ftyp')
  const moov = top?.boxes.find((box) => box.type === 'moov')
  if (!type || !moov || moov.end - moov.start > maxIndexBytes) return null
  const index = new Fields(await content.read(moov.start, moov.end - moov.start))
  const outer = boxesIn(index, { start: 0, end: index.length })
  const head = outer.find((box) => box.type === 'mvhd')
  if (!head || outer.some((box) => box.type === 'mvex')) return null
  const tracks: CutTrack[] = []
  for (const box of outer.filter((one) => one.type === 'trak' && isPlayed(index, one))) {
    const cut = cutTrack(index, box, { seconds, movieScale: timescaleOf(index, head) })
    if (!cut) return null
    if (cut.sizes.length > 0) tracks.push(cut)
  }
  if (tracks.length === 0) return null
  const chunks = tracks.flatMap((track) => track.chunks).sort((one, other) => one.from - other.from)
  const length = seconds * timescaleOf(index, head)
  const build = (firstAt: number) => {
    const places = placesFrom(chunks, firstAt)
    return boxOf('moov', [
      lastingAtMost(index, head, { at: 16, longAt: 24 }, length),
      ...tracks.map((track) => builtTrack(index, track, { seconds, length, places })),
    ])
  }
  // the index is as long wherever its places point to
  const before = type.end - type.at + build(0).length + 8
  const dataBytes = chunks.reduce((sum, { bytes }) => sum + bytes, 8)
  if (before + dataBytes > 0xffffffff) return null
  const dataHead = Buffer.alloc(8)
  dataHead.writeUInt32BE(dataBytes)
  dataHead.write('mdat', 4, 'latin1')
  return [
    { from: type.at, to: type.end },
    { bytes: Buffer.concat([build(before), dataHead]) },
    ...stretchesOf(chunks),
  ]
}

function isPlayed(index: Fields, track: Box): boolean {
  const handler = boxIn(index, track, 'mdia', 'hdlr')
  return !!handler && ['vide', 'soun'].includes(index.text(handler.start + 8, handler.start + 12))
}

/** What a track has of the film's first seconds; null: its tables make no sense. */
function cutTrack(
  index: Fields,
  box: Box,
  { seconds, movieScale }: { seconds: number; movieScale: number },
): CutTrack | null {
  const scale = timescaleOf(index, boxIn(index, box, 'mdia', 'mdhd'))
  const tables = boxIn(index, box, 'mdia', 'minf', 'stbl')
  const times = tables && boxIn(index, tables, 'stts')
  const lengths = tables && boxIn(index, tables, 'stsz')
  const rows = tables && boxIn(index, tables, 'stsc')
  if (!times || !lengths || !rows || scale === 0) return null
  const until = (seconds - secondsBefore(index, box, { movieScale, scale })) * scale
  const count = samplesUntil(index, times, until, index.u32(lengths.start + 8))
  if (count > mostSamples) return null
  const equal = index.u32(lengths.start + 4)
  const sizes = Array.from(
    { length: count },
    (_, at) => equal || index.u32(lengths.start + 12 + at * 4),
  )
  const chunks = chunksOf(index, { rows, places: [...offsetsOf(index, box)], sizes })
  const placed = chunks.reduce((sum, { samples }) => sum + samples, 0)
  return { box, sizes: sizes.slice(0, placed), chunks, until }
}

interface Edit {
  /** of the film */
  duration: number
  /** where in the track it begins; less than 0: nothing is shown */
  from: number
  /** the row as it stands */
  at: number
}

const isLong = (index: Fields, list: Box) => index.u8(list.start) === 1

function editsOf(index: Fields, list: Box): Edit[] {
  const long = isLong(index, list)
  const size = long ? 20 : 12
  const start = list.start + 8
  const rows = Math.min(index.u32(list.start + 4), Math.floor((list.end - start) / size))
  return Array.from({ length: rows }, (_, row) => {
    const at = start + row * size
    return long
      ? { duration: index.u64(at), from: index.i64(at + 8), at }
      : { duration: index.u32(at), from: index.i32(at + 4), at }
  })
}

/** How much later in the film than in the track its first samples are shown; less than 0: some of them are not. */
function secondsBefore(
  index: Fields,
  track: Box,
  { movieScale, scale }: { movieScale: number; scale: number },
): number {
  const list = boxIn(index, track, 'edts', 'elst')
  const edits = list ? editsOf(index, list) : []
  const first = edits.findIndex(({ from }) => from >= 0)
  if (first < 0 || movieScale === 0) return 0
  const empty = edits.slice(0, first).reduce((sum, { duration }) => sum + duration, 0)
  return empty / movieScale - (edits[first]?.from ?? 0) / scale
}

/** The edits up to a length of the film. */
function cutEdits(index: Fields, list: Box, length: number): Buffer {
  const long = isLong(index, list)
  let left = Math.floor(length)
  const rows: Buffer[] = []
  for (const { duration, at } of editsOf(index, list)) {
    if (left === 0) break
    const taken = Math.min(duration, left)
    const row = Buffer.from(index.bytes.subarray(at, at + (long ? 20 : 12)))
    if (long) row.writeBigUInt64BE(BigInt(taken))
    else row.writeUInt32BE(taken)
    rows.push(row)
    left -= taken
  }
  const flags = Buffer.from(index.bytes.subarray(list.start, list.start + 4))
  return boxOf('elst', [flags, numbers([rows.length]), ...rows])
}

/** How many samples begin before a moment of the track, at most as many as there are. */
function samplesUntil(index: Fields, times: Box, until: number, most: number): number {
  let [count, at] = [0, 0]
  for (const { samples, units } of runsIn(index, times)) {
    const fitting = units > 0 ? Math.ceil((until - at) / units) : samples
    if (fitting <= samples) return Math.min(most, count + Math.max(0, fitting))
    count += samples
    at += samples * units
  }
  return Math.min(most, count)
}

/** The rows "so many samples, so many units each" of a table. */
function runsIn(index: Fields, table: Box): { samples: number; units: number }[] {
  const room = Math.floor((table.end - table.start - 8) / 8)
  const rows = Math.min(index.u32(table.start + 4), room)
  return Array.from({ length: rows }, (_, row) => ({
    samples: index.u32(table.start + 8 + row * 8),
    units: index.i32(table.start + 12 + row * 8),
  }))
}

function chunksOf(
  index: Fields,
  { rows, places, sizes }: { rows: Box; places: readonly number[]; sizes: readonly number[] },
): Chunk[] {
  const rowCount = index.u32(rows.start + 4)
  const field = (row: number, at: number) => index.u32(rows.start + 8 + row * 12 + at)
  const chunks: Chunk[] = []
  let [taken, row] = [0, 0]
  for (const [place, from] of places.entries()) {
    if (taken === sizes.length) return chunks
    while (row + 1 < rowCount && field(row + 1, 0) <= place + 1) row += 1
    const samples = Math.min(field(row, 4), sizes.length - taken)
    const bytes = sizes.slice(taken, taken + samples).reduce((sum, size) => sum + size, 0)
    if (samples > 0) chunks.push({ from, bytes, samples, description: field(row, 8) })
    taken += samples
  }
  return chunks
}

/** Where each chunk begins in the new film. */
function placesFrom(chunks: readonly Chunk[], firstAt: number): Map<Chunk, number> {
  let at = firstAt
  return new Map(
    chunks.map((chunk) => {
      const place = at
      at += chunk.bytes
      return [chunk, place]
    }),
  )
}

/** The pieces of the old film, those that touch as one. */
function stretchesOf(chunks: readonly Chunk[]): ContentPart[] {
  const parts: { from: number; to: number }[] = []
  for (const { from, bytes } of chunks) {
    const last = parts.at(-1)
    if (last && last.to === from) last.to = from + bytes
    else parts.push({ from, to: from + bytes })
  }
  return parts
}

interface Build {
  seconds: number
  /** of the film, in its own units */
  length: number
  places: ReadonlyMap<Chunk, number>
}

/** what is kept of a track as it is; tables beside them speak of samples that are gone */
const kept: ReadonlySet<string> = new Set(['hdlr', 'vmhd', 'smhd', 'dinf', 'stsd'])
const containers: ReadonlySet<string> = new Set(['edts', 'mdia', 'minf', 'stbl'])

function builtTrack(index: Fields, track: CutTrack, build: Build): Buffer {
  const walk = (box: Box): Buffer[] => {
    if (containers.has(box.type)) return [boxOf(box.type, boxesIn(index, box).flatMap(walk))]
    const made = builtTable(index, track, { ...build, box })
    return made ? [made] : []
  }
  return boxOf('trak', boxesIn(index, track.box).flatMap(walk))
}

function builtTable(
  index: Fields,
  { box: track, sizes, chunks, until }: CutTrack,
  { box, seconds, length, places }: Build & { box: Box },
): Buffer | null {
  if (kept.has(box.type)) return Buffer.from(index.bytes.subarray(box.at, box.end))
  switch (box.type) {
    case 'tkhd':
      return lastingAtMost(index, box, { at: 20, longAt: 28 }, length)
    case 'mdhd': {
      const scale = timescaleOf(index, boxIn(index, track, 'mdia', 'mdhd'))
      return lastingAtMost(index, box, { at: 16, longAt: 24 }, seconds * scale)
    }
    case 'elst':
      return cutEdits(index, box, length)
    case 'stts':
      return rowsBox(index, box, endingAt(until, cutRuns(runsIn(index, box), sizes.length)))
    case 'ctts':
      return rowsBox(index, box, cutRuns(runsIn(index, box), sizes.length))
    case 'stss':
      return rowsBox(index, box, syncsOf(index, box, sizes.length))
    case 'stsz':
      return boxOf('stsz', [Buffer.alloc(8), numbers([sizes.length]), numbers(sizes)])
    case 'stsc':
      return rowsBox(
        index,
        box,
        chunks.map(({ samples, description }, at) => [at + 1, samples, description]),
      )
    case 'stco':
    case 'co64':
      return tableOf(
        chunks.map((chunk) => places.get(chunk) ?? 0),
        false,
      )
    default:
      return null
  }
}

function cutRuns(runs: readonly { samples: number; units: number }[], count: number): number[][] {
  let left = count
  return runs.flatMap(({ samples, units }) => {
    const taken = Math.min(samples, left)
    left -= taken
    return taken > 0 ? [[taken, units]] : []
  })
}

/** A slide lasts for minutes: the last sample is shown no longer than to the end. */
function endingAt(until: number, runs: readonly number[][]): number[][] {
  const before = runs.reduce((sum, [samples = 0, units = 0]) => sum + samples * units, 0)
  const [samples = 0, units = 0] = runs.at(-1) ?? []
  const over = Math.ceil(before - until)
  if (over <= 0 || samples === 0) return [...runs]
  const last = [1, Math.max(0, units - over)]
  return [...runs.slice(0, -1), ...(samples > 1 ? [[samples - 1, units]] : []), last]
}

/** The samples that a player can begin at. */
function syncsOf(index: Fields, box: Box, count: number): number[][] {
  const room = Math.floor((box.end - box.start - 8) / 4)
  const all = Array.from({ length: Math.min(index.u32(box.start + 4), room) }, (_, row) =>
    index.u32(box.start + 8 + row * 4),
  )
  return all.filter((sample) => sample <= count).map((sample) => [sample])
}

/** A table of rows under the version and flags of another one. */
function rowsBox(index: Fields, { type, start }: Box, rows: readonly number[][]): Buffer {
  const flags = Buffer.from(index.bytes.subarray(start, start + 4))
  return boxOf(type, [flags, numbers([rows.length]), numbers(rows.flat())])
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeInt32BE(value | 0, at * 4)
  return bytes
}

/** A head that tells no greater length than this. */
function lastingAtMost(
  index: Fields,
  box: Box,
  { at, longAt }: { at: number; longAt: number },
  length: number,
): Buffer {
  const bytes = Buffer.from(index.bytes.subarray(box.at, box.end))
  const fields = new Fields(bytes)
  const content = box.start - box.at
  const most = Math.floor(length)
  if (fields.u8(content) === 1) {
    if (fields.u64(content + longAt) > most) bytes.writeBigUInt64BE(BigInt(most), content + longAt)
  } else if (fields.u32(content + at) > most) bytes.writeUInt32BE(most, content + at)
  return bytes
}
