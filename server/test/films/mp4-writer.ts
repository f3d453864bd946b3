import {
  frameSidePixels,
  h264PictureParameters,
  h264Profile,
  h264SequenceParameters,
  makeKeyFrame,
  makeRepeatedFrame,
  samplesPerSoundFrame,
  silentAacFrame,
  soundSampleRate,
} from './samples.ts'

export interface EditListEntry {
  duration: number
  mediaTime: number
  /** Playback rate in fixed point 16.16. */
  rate?: number
}

export interface TrackPlan {
  kind: 'vide' | 'soun' | 'text'
  /** Time units per second of the track. */
  scale: number
  /** Number of frames according to the headers, if it differs from `steps`. */
  frames?: number
  placed?: number
  /** Counts of samples, each with the duration of one sample in time units. */
  steps: readonly (readonly [count: number, units: number])[]
  offsets?: readonly (readonly [count: number, units: number])[]
  offsetsVersion?: 0 | 1
  edits?: readonly EditListEntry[]
  editsVersion?: 0 | 1
  /** Length in seconds according to the media header, if it differs from the samples. */
  mediaSaid?: number
  trackSaid?: number
  flags?: number
  codec?: string
}

export interface FilmPlan {
  tracks: readonly TrackPlan[]
  /** Length in seconds according to the movie header. */
  movieSaid?: number
  movieScale?: number
  /** Version of all headers; version 1 uses 64-bit times and lengths. */
  version?: 0 | 1
  longOffsets?: boolean
  longMedia?: boolean
  indexLast?: boolean
  more?: readonly Buffer[]
  brand?: string
}

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => {
    bytes.writeUInt32BE(value < 0 ? value + 2 ** 32 : value, at * 4)
  })
  return bytes
}
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(value))
  return bytes
}
const u16 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, at) => {
    bytes.writeUInt16BE(value, at * 2)
  })
  return bytes
}

export function mp4Box(type: string, ...content: Buffer[]): Buffer {
  const size = content.reduce((sum, { length }) => sum + length, 8)
  return Buffer.concat([u32(size), Buffer.from(type, 'latin1'), ...content])
}

export const mp4FullBox = (type: string, version: number, flags: number, ...content: Buffer[]) =>
  mp4Box(type, u32(version * 2 ** 24 + flags), ...content)

export const unknownFilmLength = Number.NaN

function length(seconds: number, scale: number, version: 0 | 1): Buffer {
  if (Number.isNaN(seconds)) return version ? u64(-1) : u32(0xffffffff)
  return version ? u64(Math.round(seconds * scale)) : u32(Math.min(0xffffffff, Math.round(seconds * scale)))
}

const times = (version: 0 | 1) => (version ? [u64(0), u64(0)] : [u32(0, 0)])
const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

const unitsOf = ({ steps }: TrackPlan) =>
  steps.reduce((sum, [count, units]) => sum + count * (units < 0 ? 0 : units), 0)
const countOf = ({ steps, frames }: TrackPlan) => frames ?? steps.reduce((sum, [count]) => sum + count, 0)

const keyEvery = 25

function samplesOf({ kind, ...plan }: TrackPlan): Buffer[] {
  const count = countOf({ kind, ...plan })
  if (kind === 'soun') return Array.from({ length: count }, () => silentAacFrame)
  if (kind === 'text') return Array.from({ length: count }, () => Buffer.from('\0\x01x', 'latin1'))
  return Array.from({ length: count }, (_, at) =>
    at % keyEvery === 0 ? makeKeyFrame(40 + ((at / keyEvery) % 8) * 24) : makeRepeatedFrame(at % keyEvery),
  )
}

/** Builds a decodable MP4 with the planned headers, lengths and edit lists. */
export function buildMp4(plan: FilmPlan): Buffer {
  const { brand = 'isom' } = plan
  const head = mp4Box('ftyp', Buffer.from(brand, 'latin1'), u32(512), Buffer.from('isomavc1mp41'))
  const samples = plan.tracks.map(samplesOf)
  const media = Buffer.concat(samples.flat())
  const mediaHead = plan.longMedia
    ? Buffer.concat([u32(1), Buffer.from('mdat'), u64(media.length + 16)])
    : Buffer.concat([u32(media.length + 8), Buffer.from('mdat')])
  const index = (at: number) => indexOf(plan, samples, at)
  const before = plan.indexLast ? head.length : head.length + index(0).length
  const built = index(before + mediaHead.length)
  const parts = plan.indexLast ? [head, mediaHead, media, built] : [head, built, mediaHead, media]
  return Buffer.concat(parts)
}

function indexOf(plan: FilmPlan, samples: readonly Buffer[][], mediaAt: number): Buffer {
  const { movieScale = 1000, version = 0, more = [] } = plan
  const longest = Math.max(...plan.tracks.map((track) => trackSeconds(track, movieScale)))
  const said = plan.movieSaid ?? longest
  let at = mediaAt
  const tracks = plan.tracks.map((track, place) => {
    const own = samples[place] ?? []
    const built = trackBox(plan, track, { id: place + 1, samples: own, at })
    at += own.reduce((sum, { length }) => sum + length, 0)
    return built
  })
  const header = mp4FullBox(
    'mvhd',
    version,
    0,
    ...times(version),
    u32(movieScale),
    length(said, movieScale, version),
    u32(0x10000),
    u16(0x100, 0),
    Buffer.alloc(8),
    matrix,
    Buffer.alloc(24),
    u32(plan.tracks.length + 1),
  )
  return mp4Box('moov', header, ...tracks, ...more)
}

function trackSeconds(track: TrackPlan, movieScale: number): number {
  const { edits } = track
  if (!edits) return unitsOf(track) / track.scale
  return edits.reduce((sum, { duration }) => sum + duration, 0) / movieScale
}

interface Placed {
  id: number
  samples: readonly Buffer[]
  at: number
}

function trackBox(plan: FilmPlan, track: TrackPlan, placed: Placed): Buffer {
  const { movieScale = 1000, version = 0 } = plan
  const said = track.trackSaid ?? trackSeconds(track, movieScale)
  const size = track.kind === 'vide' ? frameSidePixels * 0x10000 : 0
  const header = mp4FullBox(
    'tkhd',
    version,
    track.flags ?? 3,
    ...times(version),
    u32(placed.id, 0),
    length(said, movieScale, version),
    Buffer.alloc(8),
    u16(0, 0, track.kind === 'soun' ? 0x100 : 0, 0),
    matrix,
    u32(size, size),
  )
  return mp4Box('trak', header, ...editBoxes(track), mediaBox(plan, track, placed))
}

function editBoxes({ edits, editsVersion = 0 }: TrackPlan): Buffer[] {
  if (!edits) return []
  const rows = edits.flatMap(({ duration, mediaTime, rate = 0x10000 }) =>
    editsVersion ? [u64(duration), u64(mediaTime), u32(rate)] : [u32(duration, mediaTime, rate)],
  )
  return [mp4Box('edts', mp4FullBox('elst', editsVersion, 0, u32(edits.length), ...rows))]
}

function mediaBox(plan: FilmPlan, track: TrackPlan, placed: Placed): Buffer {
  const { version = 0 } = plan
  const { kind, scale } = track
  const said = track.mediaSaid ?? unitsOf(track) / scale
  const header = mp4FullBox(
    'mdhd',
    version,
    0,
    ...times(version),
    u32(scale),
    length(said, scale, version),
    u16(0x55c4, 0),
  )
  const handler = mp4FullBox('hdlr', 0, 0, u32(0), Buffer.from(kind), Buffer.alloc(12), Buffer.from('x\0'))
  const specific =
    kind === 'vide' ? mp4FullBox('vmhd', 0, 1, Buffer.alloc(8)) : mp4FullBox('smhd', 0, 0, Buffer.alloc(4))
  const data = mp4Box('dinf', mp4FullBox('dref', 0, 0, u32(1), mp4FullBox('url ', 0, 1)))
  return mp4Box('mdia', header, handler, mp4Box('minf', specific, data, tableBox(plan, track, placed)))
}

function tableBox({ longOffsets }: FilmPlan, track: TrackPlan, { samples, at }: Placed): Buffer {
  const { steps, offsets, offsetsVersion = 0 } = track
  const sizes = samples.map(({ length }) => length)
  const keys = samples.flatMap((_, place) => (place % keyEvery === 0 ? [place + 1] : []))
  let place = at
  const all = sizes.map((size) => {
    place += size
    return place - size
  })
  const starts = all.slice(0, track.placed)
  return mp4Box(
    'stbl',
    mp4FullBox('stsd', 0, 0, u32(1), entryOf(track)),
    mp4FullBox('stts', 0, 0, u32(steps.length), u32(...steps.flat())),
    ...(offsets ? [mp4FullBox('ctts', offsetsVersion, 0, u32(offsets.length), u32(...offsets.flat()))] : []),
    ...(track.kind === 'vide' ? [mp4FullBox('stss', 0, 0, u32(keys.length), u32(...keys))] : []),
    mp4FullBox('stsc', 0, 0, u32(1), u32(1, 1, 1)),
    mp4FullBox('stsz', 0, 0, u32(0, sizes.length), u32(...sizes)),
    longOffsets
      ? mp4FullBox('co64', 0, 0, u32(starts.length), ...starts.map(u64))
      : mp4FullBox('stco', 0, 0, u32(starts.length), u32(...starts)),
  )
}

function entryOf({ kind, codec }: TrackPlan): Buffer {
  const reserved = Buffer.concat([Buffer.alloc(6), u16(1)])
  if (kind === 'text') return mp4Box(codec ?? 'tx3g', reserved, Buffer.alloc(30))
  if (kind === 'vide') {
    const config = mp4Box(
      'avcC',
      Buffer.from([1, h264Profile, 0xc0, 10, 0xff, 0xe1]),
      u16(h264SequenceParameters.length),
      h264SequenceParameters,
      Buffer.from([1]),
      u16(h264PictureParameters.length),
      h264PictureParameters,
    )
    const fixed = [Buffer.alloc(16), u16(frameSidePixels, frameSidePixels), u32(0x480000, 0x480000, 0), u16(1)]
    return mp4Box(codec ?? 'avc1', reserved, ...fixed, Buffer.alloc(32), u16(24, 0xffff), config)
  }
  // Sound parameters: AAC LC, 44.1 kHz, one channel.
  const config = Buffer.from([0x12, 0x08])
  const decoder = Buffer.concat([
    Buffer.from([0x40, 0x15, 0, 0, 0]),
    u32(64_000, 64_000),
    Buffer.from([5, config.length]),
    config,
  ])
  const stream = Buffer.concat([u16(1), Buffer.from([0, 4, decoder.length]), decoder, Buffer.from([6, 1, 2])])
  const descriptor = mp4FullBox('esds', 0, 0, Buffer.from([3, stream.length]), stream)
  return mp4Box(
    codec ?? 'mp4a',
    reserved,
    Buffer.alloc(8),
    u16(1, 16, 0, 0),
    u32(soundSampleRate * 0x10000),
    descriptor,
  )
}

export function makeVideoTrack(seconds: number, more: Partial<TrackPlan> = {}): TrackPlan {
  return { kind: 'vide', scale: 25, steps: [[Math.round(seconds * 25), 1]], ...more }
}

/** A sound track of this length, rounded to whole frames. */
export function makeSoundTrack(seconds: number, more: Partial<TrackPlan> = {}): TrackPlan {
  const count = Math.round((seconds * soundSampleRate) / samplesPerSoundFrame)
  return { kind: 'soun', scale: soundSampleRate, steps: [[count, samplesPerSoundFrame]], ...more }
}
