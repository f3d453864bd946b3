import type { Content } from '../../platform/files/content.ts'
import { type Box, boxesIn, boxIn, maxIndexBytes, soundObject, topBoxes } from './mp4.ts'

/** What staff are told of a film, and what the database keeps of it. */
export interface Media {
  container: string
  video: string
  audio: string | null
  durationSeconds: number
  fastStart: boolean
}

export interface LessonFilm {
  width: number
  height: number
  media: Media
}

/** Why a film cannot be a lesson, as a sentence that says what to do. */
export interface BadFilm {
  problem: string
}

const longest = 12 * 3600
const saveAs = '请用 H.264 画面、AAC 声音另存为 MP4'

/**
 * A lesson's video, judged by what every browser plays (Chrome, Edge, Firefox, Safari, the phones' own): MP4 with H.264 of
 * 8 bits, sound AAC, MP3 or Opus, an index that tells its length. Reads box headers and the index, never the film itself.
 */
export async function readLessonFilm(content: Content): Promise<LessonFilm | BadFilm> {
  const beginning = await content.read(0, 1024)
  const foreign = foreignContainer(beginning)
  if (foreign) return { problem: `它是 ${foreign} 文件，${saveAs}` }
  const boxes = await topBoxes(content)
  if (!boxes || boxes.length === 0) return { problem: '文件不完整或已损坏，请检查原文件后重新上传' }
  const index = boxes.find(({ type }) => type === 'moov')
  const film = boxes.find(({ type }) => type === 'mdat')
  if (!index) return { problem: '没有索引（moov），录制可能没有正常结束' }
  if (!film) return { problem: '里面没有画面数据' }
  if (index.end - index.start > maxIndexBytes) return { problem: '索引过大，文件可能已损坏' }
  const bytes = await content.read(index.start, index.end - index.start)
  return judgeIndex(bytes, index.start < film.start)
}

/** The kind of a file that is no MP4, by its first bytes; null: it may be one. */
function foreignContainer(head: Buffer): string | null {
  const text = head.toString('latin1')
  if (text.startsWith('\x1aE\xdf\xa3')) return text.includes('webm') ? 'WebM' : 'MKV'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'AVI ') return 'AVI'
  if (text.startsWith('FLV')) return 'FLV'
  if (text.startsWith('\x30\x26\xb2\x75')) return 'WMV'
  if (text.startsWith('\0\0\x01\xba')) return 'MPEG'
  if (head[0] === 0x47 && head[188] === 0x47 && head[376] === 0x47) return 'TS'
  if (text.startsWith('OggS')) return 'Ogg'
  const type = text.slice(4, 8)
  if (type === 'ftyp') return text.slice(8, 12) === 'qt  ' ? 'MOV（QuickTime）' : null
  if (['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].includes(type)) return 'MOV（QuickTime）'
  return '其他格式的'
}

interface Track {
  kind: string
  samples: Box[]
  seconds: number
}

function judgeIndex(index: Buffer, fastStart: boolean): LessonFilm | BadFilm {
  const outer = boxesIn(index, { start: 0, end: index.length })
  if (outer.some(({ type }) => type === 'mvex'))
    return { problem: '它是分段（fragmented）的 MP4，请另存为普通 MP4' }
  const tracks = outer.filter(({ type }) => type === 'trak').flatMap((box) => trackOf(index, box))
  const films = tracks.filter(({ kind }) => kind === 'vide')
  const sounds = tracks.filter(({ kind }) => kind === 'soun')
  const [first] = films.flatMap(({ samples }) => samples)
  if (!first)
    return { problem: tracks.length > 0 ? '里面没有画面' : '索引无法读取，文件可能已损坏' }
  const videos = films.flatMap(({ samples }) => samples.map((box) => videoOf(index, box)))
  const audios = sounds.flatMap(({ samples }) => samples.map((box) => audioOf(index, box)))
  const bad = [...videos, ...audios].find((one) => 'problem' in one)
  if (bad && 'problem' in bad) return bad
  const seconds = lengthOf(index, outer, [...films, ...sounds])
  if (!(seconds >= 1)) return { problem: '索引里没有时长，或不足一秒' }
  if (seconds > longest) return { problem: '时长超过 12 小时，请拆成几个课时' }
  const size = sizeOf(index, first)
  if (!size) return { problem: '画面尺寸无法读取，文件可能已损坏' }
  return {
    ...size,
    media: { ...mediaOf(videos, audios), durationSeconds: tenths(seconds), fastStart },
  }
}

/**
 * What a player shows as the length: the movie's own word, where it has one, for it knows what of the tracks is cut away;
 * never more than the longest track.
 */
function lengthOf(index: Buffer, outer: Box[], tracks: Track[]): number {
  const head = outer.find(({ type }) => type === 'mvhd')
  const longestTrack = Math.max(0, ...tracks.map((track) => track.seconds))
  return Math.min((head && secondsOf(index, head)) || longestTrack, longestTrack)
}

type Codec = { name: string } | BadFilm

function mediaOf(videos: Codec[], audios: Codec[]) {
  const name = (codec: Codec | undefined) => (codec && 'name' in codec ? codec.name : null)
  return { container: 'MP4', video: name(videos[0]) ?? '', audio: name(audios[0]) }
}

const tenths = (seconds: number) => Math.round(seconds * 10) / 10

/** Kind, codecs and length of a track; none for what is broken. */
function trackOf(index: Buffer, track: Box): Track[] {
  const media = boxIn(index, track, ['mdia'])
  const handler = media && boxIn(index, media, ['hdlr'])
  const list = media && boxIn(index, media, ['minf', 'stbl', 'stsd'])
  const head = media && boxIn(index, media, ['mdhd'])
  if (!handler || !list || handler.end - handler.start < 12) return []
  const kind = index.toString('latin1', handler.start + 8, handler.start + 12)
  // behind version, flags and count
  const samples = boxesIn(index, { start: list.start + 8, end: list.end })
  return [{ kind, samples, seconds: head ? secondsOf(index, head) : 0 }]
}

/** MediaHeaderBox and MovieHeaderBox (ISO/IEC 14496-12 §8.4.2, §8.2.2): timescale and duration, of 32 or 64 bits; 0 when it says nothing. */
function secondsOf(index: Buffer, { start, end }: Box): number {
  const long = index[start] === 1
  const at = start + (long ? 20 : 12)
  if (at + (long ? 12 : 8) > end) return 0
  const scale = index.readUInt32BE(at)
  const length = long ? Number(index.readBigUInt64BE(at + 4)) : index.readUInt32BE(at + 4)
  const unknown = long ? length >= 2 ** 63 : length === 0xffffffff
  return scale === 0 || unknown ? 0 : length / scale
}

const partly: Readonly<Record<string, string>> = {
  hvc1: 'HEVC（H.265）',
  hev1: 'HEVC（H.265）',
  vp09: 'VP9',
  av01: 'AV1',
}

function videoOf(index: Buffer, sample: Box): Codec {
  const { type } = sample
  if (type === 'encv') return { problem: '画面有加密保护（DRM），不能播放' }
  if (type === 'avc1' || type === 'avc3') return h264Of(index, sample)
  const some = partly[type]
  if (some) return { problem: `画面编码是 ${some}，部分浏览器和手机不能播放，${saveAs}` }
  return { problem: `画面编码是 ${printable(type)}，浏览器不能播放，${saveAs}` }
}

/** AVCDecoderConfigurationRecord: its second byte is the profile (ISO/IEC 14496-15 §5.3.3). */
function h264Of(index: Buffer, sample: Box): Codec {
  // a VisualSampleEntry has 78 bytes of its own
  const inner = boxesIn(index, { start: sample.start + 78, end: sample.end })
  const config = inner.find(({ type }) => type === 'avcC')
  const profile = config && config.end - config.start >= 4 ? index[config.start + 1] : undefined
  if (profile === undefined) return { problem: 'H.264 的解码参数缺失，文件可能已损坏' }
  // Baseline, Main, Extended, High: 8 bits, 4:2:0
  if (![66, 77, 88, 100].includes(profile))
    return { problem: `画面是 H.264 的专业档次（10 位或 4:2:2），浏览器不能播放，${saveAs}` }
  return { name: 'H.264' }
}

function audioOf(index: Buffer, sample: Box): Codec {
  const { type } = sample
  if (type === 'enca') return { problem: '声音有加密保护（DRM），不能播放' }
  if (type === '.mp3') return { name: 'MP3' }
  if (type === 'Opus') return { name: 'Opus' }
  if (type === 'mp4a') {
    const object = soundObject(index, sample)
    if (object === 0x40 || (object !== undefined && object >= 0x66 && object <= 0x68))
      return { name: 'AAC' }
    if (object === 0x69 || object === 0x6b) return { name: 'MP3' }
  }
  const dolby = type === 'ac-3' || type === 'ec-3' ? 'AC-3（杜比）' : printable(type)
  return { problem: `声音编码是 ${dolby}，浏览器不能播放，${saveAs}` }
}

/** VisualSampleEntry: width and height lie 24 bytes in. */
function sizeOf(index: Buffer, sample: Box): { width: number; height: number } | null {
  if (sample.end - sample.start < 28) return null
  const width = index.readUInt16BE(sample.start + 24)
  const height = index.readUInt16BE(sample.start + 26)
  return width > 0 && height > 0 ? { width, height } : null
}

/** A box's name goes into a message: only what can be read of it. */
function printable(type: string): string {
  return /^[\w .-]{4}$/.test(type) ? type.trim() : '无法识别的格式'
}
