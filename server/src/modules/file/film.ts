import { type Mp4Box, type Mp4TopBoxes, maxIndexBytes, mp4BoxesIn, readTopBoxes } from '@ce/contract/film/boxes'
import { BinaryFields } from '@ce/contract/film/bytes'
import { chunkOffsetsOf, findChunkOffsetTable } from '@ce/contract/film/offsets'
import type { ByteContent, ContentPart } from '../../platform/files/content.ts'

export type { LessonMedia } from '@ce/contract/film/lesson-film'

/** Raise this number when films must be parsed differently; a job then reads old films again. */
export const filmReaderVersion = 1

/** Moves the index to the front of the film. Null if it is there already or cannot be moved. */
export async function moveIndexToFront(content: ByteContent): Promise<ContentPart[] | null> {
  const top = await readTopBoxes(content)
  const index = top?.boxes.find(({ type }) => type === 'moov')
  const film = top?.boxes.find(({ type }) => type === 'mdat')
  if (!top || !index || !film || index.start < film.start) return null
  if (index.end - index.start > maxIndexBytes) return null
  const bytes = await content.read(index.start, index.end - index.start)
  const moved = movedIndex(new BinaryFields(bytes), index, top)
  if (!moved) return null
  return [...boxesBefore(top, film).map(partOf), { bytes: moved }, ...boxesAfter(top, film, index).map(partOf)]
}

const partOf = ({ at, end }: Mp4Box): ContentPart => ({ from: at, to: end })
const boxesBefore = ({ boxes }: Mp4TopBoxes, film: Mp4Box) => boxes.filter(({ at }) => at < film.at)
const boxesAfter = ({ boxes }: Mp4TopBoxes, film: Mp4Box, index: Mp4Box) =>
  boxes.filter((box) => box.at >= film.at && box !== index)

const containers: ReadonlySet<string> = new Set(['trak', 'mdia', 'minf', 'stbl'])
/** These boxes contain offsets too, but lesson films do not need them. */
const otherPlaces: ReadonlySet<string> = new Set(['iloc', 'saio', 'mvex'])

/** 64-bit offsets make the index longer, so repeat until the offsets fit. */
function movedIndex(index: BinaryFields, old: Mp4Box, top: Mp4TopBoxes): Buffer | null {
  const outer = mp4BoxesIn(index, { start: 0, end: index.length })
  if (namesOtherPlaces(index, outer)) return null
  const film = top.boxes.find(({ type }) => type === 'mdat')
  if (!film) return null
  let size = old.end - old.at
  for (let tries = 0; tries < 4; tries += 1) {
    const place = placesAfter(top, film, old, size)
    const built = buildMp4Box(
      'moov',
      outer.map((box) => rebuilt(index, box, place)),
    )
    if (built.length === size) return built
    size = built.length
  }
  return null
}

function namesOtherPlaces(index: BinaryFields, outer: readonly Mp4Box[]): boolean {
  const inMeta = (box: Mp4Box): boolean => {
    if (otherPlaces.has(box.type)) return true
    if (box.type !== 'trak' && box.type !== 'meta' && box.type !== 'mdia') return false
    // Some meta boxes begin with version and flags.
    const starts = box.type === 'meta' ? [box.start, box.start + 4] : [box.start]
    return starts.some((start) => mp4BoxesIn(index, { start, end: box.end }).some(inMeta))
  }
  return outer.some(inMeta)
}

type Place = (offset: number) => number

function placesAfter(top: Mp4TopBoxes, film: Mp4Box, old: Mp4Box, size: number): Place {
  const ways: { from: number; to: number; by: number }[] = []
  let at = boxesBefore(top, film).reduce((sum, box) => sum + box.end - box.at, size)
  for (const box of boxesAfter(top, film, old)) {
    ways.push({ from: box.at, to: box.end, by: at - box.at })
    at += box.end - box.at
  }
  return (offset) => {
    const way = ways.find(({ from, to }) => from <= offset && offset < to)
    return offset + (way?.by ?? 0)
  }
}

function rebuilt(index: BinaryFields, box: Mp4Box, place: Place): Buffer {
  if (box.type === 'trak') return track(index, box, place)
  return Buffer.from(index.bytes.subarray(box.at, box.end))
}

function track(index: BinaryFields, trak: Mp4Box, place: Place): Buffer {
  const places = [...chunkOffsetsOf(index, trak)].map(place)
  const table = findChunkOffsetTable(index, trak)
  const long = table?.long === true || places.some((one) => one > 0xffffffff)
  const walk = (box: Mp4Box): Buffer => {
    if (table && box.at === table.table.at) return buildMp4OffsetTable(places, long)
    if (!containers.has(box.type)) return Buffer.from(index.bytes.subarray(box.at, box.end))
    return buildMp4Box(box.type, mp4BoxesIn(index, box).map(walk))
  }
  return walk(trak)
}

export function buildMp4OffsetTable(places: readonly number[], long: boolean): Buffer {
  const bytes = Buffer.alloc(8 + places.length * (long ? 8 : 4))
  bytes.writeUInt32BE(places.length, 4)
  places.forEach((place, at) => {
    if (long) bytes.writeBigUInt64BE(BigInt(place), 8 + at * 8)
    else bytes.writeUInt32BE(place, 8 + at * 4)
  })
  return buildMp4Box(long ? 'co64' : 'stco', [bytes])
}

export function buildMp4Box(type: string, content: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.reduce((sum, { length }) => sum + length, 8))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...content])
}
