import { findMp4Box, type Mp4Box, maxIndexBytes, mp4BoxesIn, readTopBoxes } from './boxes.ts'
import { BinaryFields, type FilmBytes } from './bytes.ts'
import { audioCodecOf, type FilmProblem, filmConversionAdvice, pictureSizeOf, videoCodecOf } from './codecs.ts'
import { chunkOffsetsOf } from './offsets.ts'
import { displayedSpanOf, timescaleOf } from './timeline.ts'

export interface LessonMedia {
  container: string
  video: string
  audio: string | null
  durationSeconds: number
  fastStart: boolean
}

export interface LessonFilm {
  width: number
  height: number
  media: LessonMedia
}

const longest = 12 * 3600
/**
 * Latest start of a film in seconds. A film that starts later could not be watched from its beginning (judge.ts of
 * study).
 */
const latestStart = 0.5
const copyAgain = '请从录制的设备上重新复制或导出'

/**
 * Accepts what all browsers play: MP4 with 8-bit H.264 and AAC, MP3 or Opus. Reads headers only, so server and browser
 * use the same check. The film length is that of its frames (decision 076).
 */
export async function readLessonFilm(content: FilmBytes): Promise<LessonFilm | FilmProblem> {
  const foreign = foreignContainer(new BinaryFields(await content.read(0, 1024)))
  if (foreign) return { problem: `它是 ${foreign} 文件，${filmConversionAdvice}` }
  const top = await readTopBoxes(content)
  if (!top || top.boxes.length === 0) return { problem: `文件不完整或已损坏，${copyAgain}` }
  const { boxes, missing } = top
  const index = boxes.find(({ type }) => type === 'moov')
  const film = boxes.find(({ type }) => type === 'mdat')
  if (missing > 0) return { problem: `文件不完整，后面缺少 ${sizeWords(missing)}，${copyAgain}` }
  if (!index) return { problem: '没有找到视频的索引，录制可能没有正常结束，请用录制软件修复或重新录制' }
  if (!film) return { problem: `里面没有画面数据，${copyAgain}` }
  if (index.end - index.start > maxIndexBytes) return { problem: `视频的索引过大，文件可能已损坏，${copyAgain}` }
  const bytes = await content.read(index.start, index.end - index.start)
  return judgeIndex(new BinaryFields(bytes), index.start < film.start, content.size)
}

function sizeWords(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  return megabytes < 1 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.ceil(megabytes)} MB`
}

function foreignContainer(head: BinaryFields): string | null {
  const text = head.text(0, head.length)
  if (text.startsWith('\x1aE\xdf\xa3')) return text.includes('webm') ? 'WebM' : 'MKV'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'AVI ') return 'AVI'
  if (text.startsWith('FLV')) return 'FLV'
  if (text.startsWith('.RMF')) return 'RMVB'
  if (text.startsWith('\x30\x26\xb2\x75')) return 'WMV'
  if (text.startsWith('\0\0\x01\xba')) return 'MPEG'
  if (head.u8(0) === 0x47 && head.u8(188) === 0x47 && head.u8(376) === 0x47) return 'TS'
  if (text.startsWith('OggS')) return 'Ogg'
  const type = text.slice(4, 8)
  if (type === 'ftyp') return text.slice(8, 12) === 'qt  ' ? 'MOV（QuickTime）' : null
  if (['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].includes(type)) return 'MOV（QuickTime）'
  return '其他格式的'
}

interface Track {
  box: Mp4Box
  kind: string
  /** Players show only enabled tracks. */
  isOn: boolean
  samples: Mp4Box[]
}

function judgeIndex(index: BinaryFields, fastStart: boolean, fileSize: number): LessonFilm | FilmProblem {
  const outer = mp4BoxesIn(index, { start: 0, end: index.length })
  if (outer.some(({ type }) => type === 'mvex'))
    return { problem: '它是分段存储的 MP4，手机上不能正常播放，请用剪辑软件另存为普通 MP4' }
  const tracks = outer.filter(({ type }) => type === 'trak').flatMap((box) => trackOf(index, box))
  const films = tracks.filter(({ kind }) => kind === 'vide')
  const sounds = tracks.filter(({ kind }) => kind === 'soun')
  const [first] = films.flatMap(({ samples }) => samples)
  if (!first)
    return {
      problem:
        tracks.length > 0 ? '里面没有画面，请上传有画面的视频' : `视频的索引无法读取，文件可能已损坏，${copyAgain}`,
    }
  const videos = films.flatMap(({ samples }) => samples.map((box) => videoCodecOf(index, box)))
  const audios = sounds.flatMap(({ samples }) => samples.map((box) => audioCodecOf(index, box)))
  for (const one of [...videos, ...audios]) if ('problem' in one) return one
  const size = pictureSizeOf(index, first)
  if (!size) return { problem: `画面尺寸无法读取，文件可能已损坏，${copyAgain}` }
  const played = [...(playedOf(films) ?? films.slice(0, 1)), ...(playedOf(sounds) ?? [])]
  if (played.some(({ box }) => reaches(index, box) > fileSize))
    return { problem: `文件不完整，有些画面或声音不在里面，${copyAgain}` }
  const length = lengthOf(index, outer, played)
  if (typeof length !== 'number') return length
  const name = (codecs: typeof videos) => codecs.flatMap((one) => ('name' in one ? one.name : []))[0]
  const [video = '', audio = null] = [name(videos), name(audios)]
  const media = { container: 'MP4', video, audio, durationSeconds: tenths(length), fastStart }
  return { ...size, media }
}

/** Players use the first enabled track of each kind. */
function playedOf(tracks: readonly Track[]): Track[] | null {
  const one = tracks.find(({ isOn }) => isOn)
  return one ? [one] : null
}

function reaches(index: BinaryFields, track: Mp4Box): number {
  let furthest = 0
  for (const offset of chunkOffsetsOf(index, track)) if (offset > furthest) furthest = offset
  return furthest
}

function lengthOf(index: BinaryFields, outer: Mp4Box[], played: readonly Track[]): number | FilmProblem {
  const movieScale = timescaleOf(
    index,
    outer.find(({ type }) => type === 'mvhd'),
  )
  const shown = played.map(({ box }) => displayedSpanOf(index, box, movieScale)).filter((one) => one !== null)
  const from = Math.min(...shown.map((one) => one.from))
  const to = Math.max(0, ...shown.map((one) => one.to))
  if (!(to >= 1)) return { problem: '里面没有可以播放的画面，或不足一秒，请用剪辑软件重新导出后再上传' }
  if (from > latestStart)
    return {
      problem: `开头 ${Math.round(from * 10) / 10} 秒既没有画面也没有声音，请剪掉开头重新导出后再上传`,
    }
  return to > longest ? { problem: '时长超过 12 小时，请拆成几个课时' } : to
}

const tenths = (seconds: number) => Math.round(seconds * 10) / 10

function trackOf(index: BinaryFields, box: Mp4Box): Track[] {
  const media = findMp4Box(index, box, 'mdia')
  const handler = media && findMp4Box(index, media, 'hdlr')
  const list = media && findMp4Box(index, media, 'minf', 'stbl', 'stsd')
  if (!handler || !list || handler.end - handler.start < 12) return []
  const kind = index.text(handler.start + 8, handler.start + 12)
  // The box begins with 8 bytes for version, flags and count; the sample entries follow them.
  const samples = mp4BoxesIn(index, { start: list.start + 8, end: list.end })
  const head = findMp4Box(index, box, 'tkhd')
  return [{ box, kind, samples, isOn: !head || (index.u8(head.start + 3) & 1) === 1 }]
}
