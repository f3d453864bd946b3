import { type Box, boxesIn } from './boxes.ts'
import type { Fields } from './bytes.ts'

/** Why a film cannot be used, as a sentence that says what to do. */
export interface BadFilm {
  problem: string
}

export const saveAs = '请用 H.264 画面、AAC 声音另存为 MP4'

type Codec = { name: string } | BadFilm

const playedByFew: Readonly<Record<string, string>> = {
  hvc1: 'HEVC（H.265）',
  hev1: 'HEVC（H.265）',
  dvh1: 'HEVC（H.265）',
  dvhe: 'HEVC（H.265）',
  vp08: 'VP8',
  vp09: 'VP9',
  av01: 'AV1',
}

/** The pictures' codec, by an entry of the table that describes samples. */
export function videoOf(index: Fields, sample: Box): Codec {
  const { type } = sample
  if (type === 'encv')
    return { problem: '画面有加密保护，浏览器不能播放，请向视频的提供方索取没有加密的文件' }
  if (type === 'avc1' || type === 'avc3') return h264Of(index, sample)
  const some = playedByFew[type]
  if (some) return { problem: `画面编码是 ${some}，部分浏览器和手机不能播放，${saveAs}` }
  return { problem: `画面编码是${printable(type)}，浏览器不能播放，${saveAs}` }
}

/** AVCDecoderConfigurationRecord: its second byte is the profile (ISO/IEC 14496-15 §5.3.3). */
function h264Of(index: Fields, sample: Box): Codec {
  // a VisualSampleEntry has 78 bytes of its own
  const inner = boxesIn(index, { start: sample.start + 78, end: sample.end })
  const config = inner.find(({ type }) => type === 'avcC')
  if (!config || config.end - config.start < 4)
    return { problem: '画面缺少播放所需的信息，文件可能已损坏，请重新导出' }
  // Baseline, Main, Extended, High: 8 bits, 4:2:0
  if (![66, 77, 88, 100].includes(index.u8(config.start + 1)))
    return { problem: `画面是 H.264 的专业档次（10 位或 4:2:2），浏览器不能播放，${saveAs}` }
  return { name: 'H.264' }
}

/** The sound's codec. */
export function audioOf(index: Fields, sample: Box): Codec {
  const { type } = sample
  if (type === 'enca')
    return { problem: '声音有加密保护，浏览器不能播放，请向视频的提供方索取没有加密的文件' }
  if (type === '.mp3') return { name: 'MP3' }
  if (type === 'Opus') return { name: 'Opus' }
  if (type === 'mp4a') {
    const object = soundObject(index, sample)
    if (object === 0x40 || (object !== undefined && object >= 0x66 && object <= 0x68))
      return { name: 'AAC' }
    if (object === 0x69 || object === 0x6b) return { name: 'MP3' }
  }
  const other = type === 'ac-3' || type === 'ec-3' ? ' AC-3（杜比）' : printable(type)
  return { problem: `声音编码是${other}，浏览器不能播放，${saveAs}` }
}

/** VisualSampleEntry: width and height lie 24 bytes in. */
export function sizeOf(index: Fields, sample: Box): { width: number; height: number } | null {
  if (sample.end - sample.start < 28) return null
  const [width, height] = [index.u16(sample.start + 24), index.u16(sample.start + 26)]
  return width > 0 && height > 0 ? { width, height } : null
}

/** A codec's short name goes into a message: only what can be read of it. */
function printable(type: string): string {
  return /^[\w .-]{4}$/.test(type) ? ` ${type.trim()}` : '无法识别的格式'
}

/** `mp4a` holds many codecs; the one is told by its elementary stream descriptor: 0x40 is AAC. */
function soundObject(index: Fields, sample: Box): number | undefined {
  const at = index.text(sample.start, sample.end).indexOf('esds')
  return at < 0 ? undefined : objectType(index.bytes.subarray(sample.start + at + 8, sample.end))
}

/** ES_Descriptor (tag 3) → DecoderConfigDescriptor (tag 4) → its first byte (ISO/IEC 14496-1 §7.2.6). */
function objectType(descriptors: Uint8Array): number | undefined {
  const stream = skipHead(descriptors, 3)
  const flags = stream?.[2]
  if (!stream || flags === undefined) return undefined
  const depends = flags & 0x80 ? 2 : 0
  const urlLength = flags & 0x40 ? 1 + (stream[3 + depends] ?? 0) : 0
  const fields = 3 + depends + urlLength + (flags & 0x20 ? 2 : 0)
  return skipHead(stream.subarray(fields), 4)?.[0]
}

/** Past a descriptor's tag and its length, of one to four bytes. */
function skipHead(bytes: Uint8Array, tag: number): Uint8Array | null {
  if (bytes[0] !== tag) return null
  let at = 1
  while (at < 4 && ((bytes[at] ?? 0) & 0x80) !== 0) at += 1
  return bytes.subarray(at + 1)
}
