import { type Mp4Box, mp4BoxesIn } from './boxes.ts'
import type { BinaryFields } from './bytes.ts'

export interface FilmProblem {
  problem: string
}

export const filmConversionAdvice = '请用 H.264 画面、AAC 声音另存为 MP4'

type Codec = { name: string } | FilmProblem

const playedByFew: Readonly<Record<string, string>> = {
  hvc1: 'HEVC（H.265）',
  hev1: 'HEVC（H.265）',
  dvh1: 'HEVC（H.265）',
  dvhe: 'HEVC（H.265）',
  vp08: 'VP8',
  vp09: 'VP9',
  av01: 'AV1',
}

/**
 * Returns the name of the video codec, or a problem when browsers cannot play it.
 * @param sample entry of the sample description table
 */
export function videoCodecOf(index: BinaryFields, sample: Mp4Box): Codec {
  const { type } = sample
  if (type === 'encv') return { problem: '画面有加密保护，浏览器不能播放，请向视频的提供方索取没有加密的文件' }
  if (type === 'avc1' || type === 'avc3') return h264Of(index, sample)
  const some = playedByFew[type]
  if (some) return { problem: `画面编码是 ${some}，部分浏览器和手机不能播放，${filmConversionAdvice}` }
  return { problem: `画面编码是${printable(type)}，浏览器不能播放，${filmConversionAdvice}` }
}

/** The second byte of AVCDecoderConfigurationRecord is the profile (ISO/IEC 14496-15 §5.3.3). */
function h264Of(index: BinaryFields, sample: Mp4Box): Codec {
  // A VisualSampleEntry has 78 bytes before its boxes.
  const inner = mp4BoxesIn(index, { start: sample.start + 78, end: sample.end })
  const config = inner.find(({ type }) => type === 'avcC')
  if (!config || config.end - config.start < 4) return { problem: '画面缺少播放所需的信息，文件可能已损坏，请重新导出' }
  // The profiles Baseline, Main, Extended and High use 8 bits and 4:2:0.
  if (![66, 77, 88, 100].includes(index.u8(config.start + 1)))
    return { problem: `画面是 H.264 的专业档次（10 位或 4:2:2），浏览器不能播放，${filmConversionAdvice}` }
  return { name: 'H.264' }
}

export function audioCodecOf(index: BinaryFields, sample: Mp4Box): Codec {
  const { type } = sample
  if (type === 'enca') return { problem: '声音有加密保护，浏览器不能播放，请向视频的提供方索取没有加密的文件' }
  if (type === '.mp3') return { name: 'MP3' }
  if (type === 'Opus') return { name: 'Opus' }
  if (type === 'mp4a') {
    const object = soundObject(index, sample)
    if (object === 0x40 || (object !== undefined && object >= 0x66 && object <= 0x68)) return { name: 'AAC' }
    if (object === 0x69 || object === 0x6b) return { name: 'MP3' }
  }
  const other = type === 'ac-3' || type === 'ec-3' ? ' AC-3（杜比）' : printable(type)
  return { problem: `声音编码是${other}，浏览器不能播放，${filmConversionAdvice}` }
}

/** VisualSampleEntry has width and height at byte 24. */
export function pictureSizeOf(index: BinaryFields, sample: Mp4Box): { width: number; height: number } | null {
  if (sample.end - sample.start < 28) return null
  const [width, height] = [index.u16(sample.start + 24), index.u16(sample.start + 26)]
  return width > 0 && height > 0 ? { width, height } : null
}

function printable(type: string): string {
  return /^[\w .-]{4}$/.test(type) ? ` ${type.trim()}` : '无法识别的格式'
}

/** An `mp4a` entry is used for several audio codecs; its object type 0x40 means AAC. */
function soundObject(index: BinaryFields, sample: Mp4Box): number | undefined {
  const at = index.text(sample.start, sample.end).indexOf('esds')
  return at < 0 ? undefined : objectType(index.bytes.subarray(sample.start + at + 8, sample.end))
}

/**
 * The object type is the first byte of DecoderConfigDescriptor (tag 4) in ES_Descriptor (tag 3) (ISO/IEC 14496-1
 * §7.2.6).
 */
function objectType(descriptors: Uint8Array): number | undefined {
  const stream = skipHead(descriptors, 3)
  const flags = stream?.[2]
  if (!stream || flags === undefined) return undefined
  const depends = flags & 0x80 ? 2 : 0
  const urlLength = flags & 0x40 ? 1 + (stream[3 + depends] ?? 0) : 0
  const fields = 3 + depends + urlLength + (flags & 0x20 ? 2 : 0)
  return skipHead(stream.subarray(fields), 4)?.[0]
}

/** Skips the tag and a length of one to four bytes. */
function skipHead(bytes: Uint8Array, tag: number): Uint8Array | null {
  if (bytes[0] !== tag) return null
  let at = 1
  while (at < 4 && ((bytes[at] ?? 0) & 0x80) !== 0) at += 1
  return bytes.subarray(at + 1)
}
