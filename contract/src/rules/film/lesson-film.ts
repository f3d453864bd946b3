import { type Box, boxesIn, boxIn, maxIndexBytes, topBoxes } from './boxes.ts'
import { Fields, type FilmBytes } from './bytes.ts'
import { audioOf, type BadFilm, saveAs, sizeOf, videoOf } from './codecs.ts'
import { offsetsOf } from './offsets.ts'
import { shownOf, timescaleOf } from './timeline.ts'

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

const longest = 12 * 3600
/** seconds: what begins later begins nowhere that a first viewing can reach (server/src/modules/study/judge.ts) */
const latestStart = 0.5
const copyAgain = '请从录制的设备上重新复制或导出'

/**
 * A film, judged by what every browser plays (Chrome, Edge, Firefox, Safari, the phones' own): MP4 with H.264 of 8 bits, sound AAC,
 * MP3 or Opus. Reads box headers and the index, never the film itself, so that it is the same check on the server and, before anything
 * is sent, in the browser. How long it is: what its frames last (decision 076).
 */
export async function readLessonFilm(content: FilmBytes): Promise<LessonFilm | BadFilm> {
  const foreign = foreignContainer(new Fields(await content.read(0, 1024)))
  if (foreign) return { problem: `它是 ${foreign} 文件，${saveAs}` }
  const top = await topBoxes(content)
  if (!top || top.boxes.length === 0) return { problem: `文件不完整或已损坏，${copyAgain}` }
  const { boxes, missing } = top
  const index = boxes.find(({ type }) => type === 'moov')
  const film = boxes.find(({ type }) => type === 'mdat')
  if (missing > 0) return { problem: `文件不完整，后面缺少 ${sizeWords(missing)}，${copyAgain}` }
  if (!index)
    return { problem: '没有找到视频的索引，录制可能没有正常结束，请用录制软件修复或重新录制' }
  if (!film) return { problem: `里面没有画面数据，${copyAgain}` }
  if (index.end - index.start > maxIndexBytes)
    return { problem: `视频的索引过大，文件可能已损坏，${copyAgain}` }
  const bytes = await content.read(index.start, index.end - index.start)
  return judgeIndex(new Fields(bytes), index.start < film.start, content.size)
}

function sizeWords(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  return megabytes < 1 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.ceil(megabytes)} MB`
}

/** The kind of a file that is no MP4, by its first bytes; null: it may be one. */
function foreignContainer(head: Fields): string | null {
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
  box: Box
  kind: string
  /** a player shows it, unless somebody asks for another */
  isOn: boolean
  samples: Box[]
}

function judgeIndex(index: Fields, fastStart: boolean, fileSize: number): LessonFilm | BadFilm {
  const outer = boxesIn(index, { start: 0, end: index.length })
  if (outer.some(({ type }) => type === 'mvex'))
    return { problem: '它是分段存储的 MP4，手机上不能正常播放，请用剪辑软件另存为普通 MP4' }
  const tracks = outer.filter(({ type }) => type === 'trak').flatMap((box) => trackOf(index, box))
  const films = tracks.filter(({ kind }) => kind === 'vide')
  const sounds = tracks.filter(({ kind }) => kind === 'soun')
  const [first] = films.flatMap(({ samples }) => samples)
  if (!first)
    return {
      problem:
        tracks.length > 0
          ? '里面没有画面，请上传有画面的视频'
          : `视频的索引无法读取，文件可能已损坏，${copyAgain}`,
    }
  const videos = films.flatMap(({ samples }) => samples.map((box) => videoOf(index, box)))
  const audios = sounds.flatMap(({ samples }) => samples.map((box) => audioOf(index, box)))
  for (const one of [...videos, ...audios]) if ('problem' in one) return one
  const size = sizeOf(index, first)
  if (!size) return { problem: `画面尺寸无法读取，文件可能已损坏，${copyAgain}` }
  const played = [...(playedOf(films) ?? films.slice(0, 1)), ...(playedOf(sounds) ?? [])]
  if (played.some(({ box }) => reaches(index, box) > fileSize))
    return { problem: `文件不完整，有些画面或声音不在里面，${copyAgain}` }
  const length = lengthOf(index, outer, played)
  if (typeof length !== 'number') return length
  const name = (codecs: typeof videos) =>
    codecs.flatMap((one) => ('name' in one ? one.name : []))[0]
  const [video = '', audio = null] = [name(videos), name(audios)]
  const media = { container: 'MP4', video, audio, durationSeconds: tenths(length), fastStart }
  return { ...size, media }
}

/** Of several tracks of a kind a player shows the first that is not switched off. */
function playedOf(tracks: readonly Track[]): Track[] | null {
  const one = tracks.find(({ isOn }) => isOn)
  return one ? [one] : null
}

/** Where the furthest chunk of its samples begins. */
function reaches(index: Fields, track: Box): number {
  let furthest = 0
  for (const offset of offsetsOf(index, track)) if (offset > furthest) furthest = offset
  return furthest
}

/** From the film's beginning to the end of what is shown or heard last, in seconds. */
function lengthOf(index: Fields, outer: Box[], played: readonly Track[]): number | BadFilm {
  const movieScale = timescaleOf(
    index,
    outer.find(({ type }) => type === 'mvhd'),
  )
  const shown = played
    .map(({ box }) => shownOf(index, box, movieScale))
    .filter((one) => one !== null)
  const from = Math.min(...shown.map((one) => one.from))
  const to = Math.max(0, ...shown.map((one) => one.to))
  if (!(to >= 1))
    return { problem: '里面没有可以播放的画面，或不足一秒，请用剪辑软件重新导出后再上传' }
  if (from > latestStart)
    return {
      problem: `开头 ${Math.round(from * 10) / 10} 秒既没有画面也没有声音，请剪掉开头重新导出后再上传`,
    }
  return to > longest ? { problem: '时长超过 12 小时，请拆成几个课时' } : to
}

const tenths = (seconds: number) => Math.round(seconds * 10) / 10

/** Kind and codecs of a track; none for what is broken. */
function trackOf(index: Fields, box: Box): Track[] {
  const media = boxIn(index, box, 'mdia')
  const handler = media && boxIn(index, media, 'hdlr')
  const list = media && boxIn(index, media, 'minf', 'stbl', 'stsd')
  if (!handler || !list || handler.end - handler.start < 12) return []
  const kind = index.text(handler.start + 8, handler.start + 12)
  // behind version, flags and count
  const samples = boxesIn(index, { start: list.start + 8, end: list.end })
  const head = boxIn(index, box, 'tkhd')
  return [{ box, kind, samples, isOn: !head || (index.u8(head.start + 3) & 1) === 1 }]
}
