import { findMp4Box, type Mp4Box, maxIndexBytes, mp4BoxesIn, readTopBoxes } from '@ce/contract/film/boxes'
import { BinaryFields } from '@ce/contract/film/bytes'
import { chunkOffsetsOf } from '@ce/contract/film/offsets'
import { timescaleOf } from '@ce/contract/film/timeline'
import type { ByteContent, ContentPart } from '../../platform/files/content.ts'
import { buildMp4Box, buildMp4OffsetTable } from './film.ts'

/** Samples of half an hour of film at 120 frames per second, and as many for audio. */
const mostSamples = 500_000

/** More rows than this are in no film, and the cut runs in a process that serves people. */
const mostRows = mostSamples

interface Chunk {
  from: number
  bytes: number
  samples: number
  description: number
}

interface CutTrack {
  box: Mp4Box
  sizes: number[]
  chunks: Chunk[]
  /** End time of the chunk in units of the track. */
  until: number
}

/** Cuts the film without reading more than its index. Null if its tables cannot be cut. */
export async function cutFilmBeginning(content: ByteContent, seconds: number): Promise<ContentPart[] | null> {
  const top = await readTopBoxes(content)
  const type = top?.boxes.find((box) => box.type === 'ftyp')
  const moov = top?.boxes.find((box) => box.type === 'moov')
  if (!type || !moov || moov.end - moov.start > maxIndexBytes) return null
  const index = new BinaryFields(await content.read(moov.start, moov.end - moov.start))
  const outer = mp4BoxesIn(index, { start: 0, end: index.length })
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
    return buildMp4Box('moov', [
      lastingAtMost(index, head, { at: 16, longAt: 24 }, length),
      ...tracks.map((track) => builtTrack(index, track, { seconds, length, places })),
    ])
  }
  // Offsets do not change the size of the index, so build it with offset 0 first.
  const before = type.end - type.at + build(0).length + 8
  const dataBytes = chunks.reduce((sum, { bytes }) => sum + bytes, 8)
  if (before + dataBytes > 0xffffffff) return null
  const dataHead = Buffer.alloc(8)
  dataHead.writeUInt32BE(dataBytes)
  dataHead.write('mdat', 4, 'latin1')
  return [{ from: type.at, to: type.end }, { bytes: Buffer.concat([build(before), dataHead]) }, ...stretchesOf(chunks)]
}

function isPlayed(index: BinaryFields, track: Mp4Box): boolean {
  const handler = findMp4Box(index, track, 'mdia', 'hdlr')
  return !!handler && ['vide', 'soun'].includes(index.text(handler.start + 8, handler.start + 12))
}

/** Returns null if the tables of the track are invalid. */
function cutTrack(
  index: BinaryFields,
  box: Mp4Box,
  { seconds, movieScale }: { seconds: number; movieScale: number },
): CutTrack | null {
  const scale = timescaleOf(index, findMp4Box(index, box, 'mdia', 'mdhd'))
  const tables = findMp4Box(index, box, 'mdia', 'minf', 'stbl')
  const times = tables && findMp4Box(index, tables, 'stts')
  const lengths = tables && findMp4Box(index, tables, 'stsz')
  const rows = tables && findMp4Box(index, tables, 'stsc')
  if (!times || !lengths || !rows || scale === 0) return null
  const edits = findMp4Box(index, box, 'edts', 'elst')
  const others = ['ctts', 'stss'].map((type) => findMp4Box(index, tables, type))
  for (const table of [times, rows, edits, ...others]) if (table && index.u32(table.start + 4) > mostRows) return null
  const until = (seconds - secondsBefore(index, box, { movieScale, scale })) * scale
  const count = samplesUntil(index, times, until, index.u32(lengths.start + 8))
  if (count > mostSamples) return null
  const equal = index.u32(lengths.start + 4)
  const sizes = Array.from({ length: count }, (_, at) => equal || index.u32(lengths.start + 12 + at * 4))
  const chunks = chunksOf(index, { rows, places: [...chunkOffsetsOf(index, box)], sizes })
  const placed = chunks.reduce((sum, { samples }) => sum + samples, 0)
  return { box, sizes: sizes.slice(0, placed), chunks, until }
}

interface Edit {
  /** Duration in units of the movie. */
  duration: number
  /** Start time in the track; below zero for an empty edit. */
  from: number
  at: number
}

const isLong = (index: BinaryFields, list: Mp4Box) => index.u8(list.start) === 1

function editsOf(index: BinaryFields, list: Mp4Box): Edit[] {
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

/** Delay of the first sample in the film; below zero if samples are skipped. */
function secondsBefore(
  index: BinaryFields,
  track: Mp4Box,
  { movieScale, scale }: { movieScale: number; scale: number },
): number {
  const list = findMp4Box(index, track, 'edts', 'elst')
  const edits = list ? editsOf(index, list) : []
  const first = edits.findIndex(({ from }) => from >= 0)
  if (first < 0 || movieScale === 0) return 0
  const empty = edits.slice(0, first).reduce((sum, { duration }) => sum + duration, 0)
  return empty / movieScale - (edits[first]?.from ?? 0) / scale
}

function cutEdits(index: BinaryFields, list: Mp4Box, length: number): Buffer {
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
  return buildMp4Box('elst', [flags, numbers([rows.length]), ...rows])
}

function samplesUntil(index: BinaryFields, times: Mp4Box, until: number, most: number): number {
  let [count, at] = [0, 0]
  for (const { samples, units } of runsIn(index, times)) {
    const fitting = units > 0 ? Math.ceil((until - at) / units) : samples
    if (fitting <= samples) return Math.min(most, count + Math.max(0, fitting))
    count += samples
    at += samples * units
  }
  return Math.min(most, count)
}

function runsIn(index: BinaryFields, table: Mp4Box): { samples: number; units: number }[] {
  const room = Math.floor((table.end - table.start - 8) / 8)
  const rows = Math.min(index.u32(table.start + 4), room)
  return Array.from({ length: rows }, (_, row) => ({
    samples: index.u32(table.start + 8 + row * 8),
    units: index.i32(table.start + 12 + row * 8),
  }))
}

function chunksOf(
  index: BinaryFields,
  { rows, places, sizes }: { rows: Mp4Box; places: readonly number[]; sizes: readonly number[] },
): Chunk[] {
  const rowCount = Math.min(index.u32(rows.start + 4), Math.floor((rows.end - rows.start - 8) / 12))
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
  /** Film length in units of the movie. */
  length: number
  places: ReadonlyMap<Chunk, number>
}

/** Drop the other tables, because they refer to samples that were cut. */
const kept: ReadonlySet<string> = new Set(['hdlr', 'vmhd', 'smhd', 'dinf', 'stsd'])
const containers: ReadonlySet<string> = new Set(['edts', 'mdia', 'minf', 'stbl'])

function builtTrack(index: BinaryFields, track: CutTrack, build: Build): Buffer {
  const walk = (box: Mp4Box): Buffer[] => {
    if (containers.has(box.type)) return [buildMp4Box(box.type, mp4BoxesIn(index, box).flatMap(walk))]
    const made = builtTable(index, track, { ...build, box })
    return made ? [made] : []
  }
  return buildMp4Box('trak', mp4BoxesIn(index, track.box).flatMap(walk))
}

function builtTable(
  index: BinaryFields,
  { box: track, sizes, chunks, until }: CutTrack,
  { box, seconds, length, places }: Build & { box: Mp4Box },
): Buffer | null {
  if (kept.has(box.type)) return Buffer.from(index.bytes.subarray(box.at, box.end))
  switch (box.type) {
    case 'tkhd':
      return lastingAtMost(index, box, { at: 20, longAt: 28 }, length)
    case 'mdhd': {
      const scale = timescaleOf(index, findMp4Box(index, track, 'mdia', 'mdhd'))
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
      return buildMp4Box('stsz', [Buffer.alloc(8), numbers([sizes.length]), numbers(sizes)])
    case 'stsc':
      return rowsBox(
        index,
        box,
        chunks.map(({ samples, description }, at) => [at + 1, samples, description]),
      )
    case 'stco':
    case 'co64':
      return buildMp4OffsetTable(
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

/** Shortens the last sample, because a slide can last for minutes. */
function endingAt(until: number, runs: readonly number[][]): number[][] {
  const before = runs.reduce((sum, [samples = 0, units = 0]) => sum + samples * units, 0)
  const [samples = 0, units = 0] = runs.at(-1) ?? []
  const over = Math.ceil(before - until)
  if (over <= 0 || samples === 0) return [...runs]
  const last = [1, Math.max(0, units - over)]
  return [...runs.slice(0, -1), ...(samples > 1 ? [[samples - 1, units]] : []), last]
}

/** Returns the keyframes, where playback can start. */
function syncsOf(index: BinaryFields, box: Mp4Box, count: number): number[][] {
  const room = Math.floor((box.end - box.start - 8) / 4)
  const all = Array.from({ length: Math.min(index.u32(box.start + 4), room) }, (_, row) =>
    index.u32(box.start + 8 + row * 4),
  )
  return all.filter((sample) => sample <= count).map((sample) => [sample])
}

function rowsBox(index: BinaryFields, { type, start }: Mp4Box, rows: readonly number[][]): Buffer {
  const flags = Buffer.from(index.bytes.subarray(start, start + 4))
  return buildMp4Box(type, [flags, numbers([rows.length]), numbers(rows.flat())])
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeInt32BE(value | 0, at * 4)
  return bytes
}

function lastingAtMost(
  index: BinaryFields,
  box: Mp4Box,
  { at, longAt }: { at: number; longAt: number },
  length: number,
): Buffer {
  const bytes = Buffer.from(index.bytes.subarray(box.at, box.end))
  const fields = new BinaryFields(bytes)
  const content = box.start - box.at
  const most = Math.floor(length)
  if (fields.u8(content) === 1) {
    if (fields.u64(content + longAt) > most) bytes.writeBigUInt64BE(BigInt(most), content + longAt)
  } else if (fields.u32(content + at) > most) bytes.writeUInt32BE(most, content + at)
  return bytes
}
