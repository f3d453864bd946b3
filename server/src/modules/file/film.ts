import { type Box, boxesIn, maxIndexBytes, type TopBoxes, topBoxes } from '@ce/contract/film/boxes'
import { Fields } from '@ce/contract/film/bytes'
import { offsetsOf, offsetTable } from '@ce/contract/film/offsets'
import type { Content, ContentPart } from '../../platform/files/content.ts'

export type { Media } from '@ce/contract/film/lesson-film'

/** Grows when films are read otherwise than before: those that were read by an older one are read again, by a job. */
export const filmRule = 1

/**
 * The same film with its index in front, so that it plays before all of it is there; null: it is so already, or its parts cannot be moved. Only the
 * index is read; what it says of places in the file is changed to where they go.
 */
export async function indexFirst(content: Content): Promise<ContentPart[] | null> {
  const top = await topBoxes(content)
  const index = top?.boxes.find(({ type }) => type === 'moov')
  const film = top?.boxes.find(({ type }) => type === 'mdat')
  if (!top || !index || !film || index.start < film.start) return null
  if (index.end - index.start > maxIndexBytes) return null
  const bytes = await content.read(index.start, index.end - index.start)
  const moved = movedIndex(new Fields(bytes), index, top)
  if (!moved) return null
  return [
    ...boxesBefore(top, film).map(partOf),
    { bytes: moved },
    ...boxesAfter(top, film, index).map(partOf),
  ]
}

const partOf = ({ at, end }: Box): ContentPart => ({ from: at, to: end })
const boxesBefore = ({ boxes }: TopBoxes, film: Box) => boxes.filter(({ at }) => at < film.at)
const boxesAfter = ({ boxes }: TopBoxes, film: Box, index: Box) =>
  boxes.filter((box) => box.at >= film.at && box !== index)

/** what holds tables of places in the file, and on the way to it */
const containers: ReadonlySet<string> = new Set(['trak', 'mdia', 'minf', 'stbl'])
/** these name places in the file too, in ways that no film for learners needs */
const otherPlaces: ReadonlySet<string> = new Set(['iloc', 'saio', 'mvex'])

/** The index as it must be in front of the film. Its tables may need 64 bits there, which makes it longer: it is built until it fits. */
function movedIndex(index: Fields, old: Box, top: TopBoxes): Buffer | null {
  const outer = boxesIn(index, { start: 0, end: index.length })
  if (namesOtherPlaces(index, outer)) return null
  const film = top.boxes.find(({ type }) => type === 'mdat')
  if (!film) return null
  let size = old.end - old.at
  for (let tries = 0; tries < 4; tries += 1) {
    const place = placesAfter(top, film, old, size)
    const built = boxOf(
      'moov',
      outer.map((box) => rebuilt(index, box, place)),
    )
    if (built.length === size) return built
    size = built.length
  }
  return null
}

function namesOtherPlaces(index: Fields, outer: readonly Box[]): boolean {
  const inMeta = (box: Box): boolean => {
    if (otherPlaces.has(box.type)) return true
    if (box.type !== 'trak' && box.type !== 'meta' && box.type !== 'mdia') return false
    // a meta box may or may not begin with version and flags
    const starts = box.type === 'meta' ? [box.start, box.start + 4] : [box.start]
    return starts.some((start) => boxesIn(index, { start, end: box.end }).some(inMeta))
  }
  return outer.some(inMeta)
}

type Place = (offset: number) => number

/** Where each byte of the file goes when the index of that size stands before the film. */
function placesAfter(top: TopBoxes, film: Box, old: Box, size: number): Place {
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

function rebuilt(index: Fields, box: Box, place: Place): Buffer {
  if (box.type === 'trak') return track(index, box, place)
  return Buffer.from(index.bytes.subarray(box.at, box.end))
}

function track(index: Fields, trak: Box, place: Place): Buffer {
  const places = [...offsetsOf(index, trak)].map(place)
  const table = offsetTable(index, trak)
  const long = table?.long === true || places.some((one) => one > 0xffffffff)
  const walk = (box: Box): Buffer => {
    if (table && box.at === table.table.at) return tableOf(places, long)
    if (!containers.has(box.type)) return Buffer.from(index.bytes.subarray(box.at, box.end))
    return boxOf(box.type, boxesIn(index, box).map(walk))
  }
  return walk(trak)
}

export function tableOf(places: readonly number[], long: boolean): Buffer {
  const bytes = Buffer.alloc(8 + places.length * (long ? 8 : 4))
  bytes.writeUInt32BE(places.length, 4)
  places.forEach((place, at) => {
    if (long) bytes.writeBigUInt64BE(BigInt(place), 8 + at * 8)
    else bytes.writeUInt32BE(place, 8 + at * 4)
  })
  return boxOf(long ? 'co64' : 'stco', [bytes])
}

export function boxOf(type: string, content: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.reduce((sum, { length }) => sum + length, 8))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...content])
}
