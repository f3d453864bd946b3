import { decodeText } from '../../platform/decode-text.ts'

interface Cue {
  /** Start of the cue in milliseconds. */
  from: number
  to: number
  settings: string
  text: string
}

/** `problem` tells the user what is wrong and how to fix it. */
export type ParsedCaptions = { text: string } | { problem: string }

const most = 20_000
const exportAgain = '请用字幕软件导出 SRT 或 WebVTT 文件后再上传'

/**
 * Reads WebVTT or SRT in any usual encoding. Errors name their line, because browsers skip bad cues without a message.
 */
export function parseCaptions(file: Buffer): ParsedCaptions {
  const text = decodeText(file)
  if (text === undefined) return { problem: `它不是文本文件，${exportAgain}` }
  const lines = text
    .replace(/^\ufeff/, '')
    .split('\n')
    .map(plainTimes)
  const other = otherKind(lines)
  if (other) return { problem: `它是 ${other} 字幕，${exportAgain}` }
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')
  const found = cuesOf(lines, isVtt)
  if (typeof found === 'string') return { problem: found }
  const { cues, isTimed } = found
  if (cues.length === 0)
    return {
      problem: isTimed ? '里面的每一条字幕都没有文字，请检查导出的设置' : `里面没有找到字幕的时间，${exportAgain}`,
    }
  if (cues.length > most) return { problem: `字幕超过 ${most} 条，请检查导出的设置` }
  const styles = isVtt ? stylesOf(lines) : []
  // Browsers need cues in the order of time.
  const sorted = cues.toSorted((one, other) => one.from - other.from)
  return { text: `${['WEBVTT', ...styles, ...sorted.map(written)].join('\n\n')}\n` }
}

function otherKind(lines: readonly string[]): string | null {
  const head = lines.slice(0, 20).join('\n').trimStart()
  if (/^\[Script Info\]/i.test(head)) return 'ASS'
  if (/^<\?xml[\s\S]*<tt[\s:>]|^<tt[\s:>]/.test(head)) return 'TTML'
  if (/^<SAMI/i.test(head)) return 'SAMI'
  if (/^\{\d+\}\{\d+\}/.test(head)) return 'SUB'
  if (/^\d+:\d\d:\d\d\.\d{3},\d+:\d\d:/.test(head)) return 'SBV'
  if (/^[{[]\s*["{]/.test(head)) return 'JSON'
  return /^\[(?:ti|ar|al|by|offset|\d{1,2}):/i.test(head) ? 'LRC' : null
}

/**
 * The pattern refuses two digits after a third colon: they are a frame number, and the number of frames per second is
 * unknown.
 */
const clock = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3})|:(\d{3}))?`
const timing = new RegExp(`^\\s*${clock}\\s*-{1,3}>\\s*${clock}(?:[ \\t]+(.*))?$`)
const meansTime = /^\s*\d{1,3}[:：][^-]{0,30}-{1,3}>|^[\s\d:.,]*-{1,3}>/

function plainTimes(line: string): string {
  if (!/^[\s\d\p{Cf}:：.．,，]*(?:[-–—－]\s*){1,3}[>＞]|^[\s\d\p{Cf}:：.．,，]*→\s*\d/u.test(line)) return line
  const plain = line
    .replace(/\p{Cf}/gu, '')
    .replace(/：/g, ':')
    .replace(/[．]/g, '.')
    .replace(/，/g, ',')
    .replace(/(?:[-–—－]\s*){1,3}[>＞]|→/, '-->')
  return plain.replace(/(?<=\d)\s*([:.,])\s*(?=\d)/g, '$1')
}

function cuesOf(lines: readonly string[], isVtt: boolean): { cues: Cue[]; isTimed: boolean } | string {
  const cues: Cue[] = []
  let isTimed = false
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (!meansTime.test(line)) continue
    const times = timing.exec(line)
    if (!times) return `第 ${at + 1} 行的时间格式不对，应如 00:01:02.000 --> 00:01:05.000，请改正后再上传`
    isTimed = true
    const words = wordsAfter(lines, at, isVtt)
    const cue = cueOf(times, words, isVtt)
    if (cue.text === '') continue
    const problem = problemOf(times, cue)
    if (problem) return `第 ${at + 1} 行${problem}，请改正后再上传`
    cues.push(cue)
  }
  return { cues, isTimed }
}

/** Some editors leave empty lines inside a cue. */
function wordsAfter(lines: readonly string[], at: number, isVtt: boolean): string[] {
  let end = at + 1
  while (end < lines.length && !meansTime.test(lines[end] ?? '')) end += 1
  const before = lines[end - 1] ?? ''
  const isName = isVtt && end - 1 > at + 1 && isBlank(lines[end - 2] ?? '')
  if (end < lines.length ? isName || isNumber(before, lines[end - 2]) : isLeftOver(lines, at))
    end = end < lines.length ? end - 1 : lines.findLastIndex((line) => !isBlank(line))
  const words = lines.slice(at + 1, Math.max(at + 1, end))
  const note = isVtt ? words.findIndex((line) => /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(line)) : -1
  return (note < 0 ? words : words.slice(0, note)).filter((line) => !isBlank(line))
}

/** A number with punctuation counts as a cue number only after an empty line. */
const isNumber = (line: string, before = '') =>
  /^\s*\d+\s*$/.test(line) || (isBlank(before) && /^\s*#?\d+\s*[.)、:]\s*$/.test(line))

function isLeftOver(lines: readonly string[], at: number): boolean {
  const last = lines.findLastIndex((line) => !isBlank(line))
  const number = Number(lines[at - 1] ?? Number.NaN)
  return last > at + 2 && isBlank(lines[last - 1] ?? '') && number + 1 === Number(lines[last])
}

const isBlank = (line: string) => /^[\s\u00a0\u200b-\u200f\u2060\u3000\ufeff]*$/.test(line)

function cueOf(times: RegExpExecArray, words: readonly string[], isVtt: boolean): Cue {
  const [from, to] = [moment(times.slice(1, 6)), moment(times.slice(6, 11))]
  const given = words.join('\n').replaceAll('\0', '')
  const top = !isVtt && /\{\\an[789]\}/.test(given) ? 'line:0' : ''
  const text = isVtt ? markedWords(given) : plainWords(given)
  // An empty cue only marks the end of the cue before it.
  const isEmpty = isBlank(text.replace(/<[^>]*>|&nbsp;|&lrm;|&rlm;/g, ''))
  const settings = isVtt ? settingsOf(times[11] ?? '') : top
  return { from, to, settings, text: isEmpty ? '' : text }
}

function settingsOf(given: string): string {
  const known = /^(?:align|line|position|size|vertical|region):[\w%.,-]+$/
  return given
    .split(/[ \t]+/)
    .filter((one) => known.test(one))
    .join(' ')
}

function problemOf(times: RegExpExecArray, { from, to }: Cue): string | null {
  const parts = [times[2], times[3], times[7], times[8]].map(Number)
  if (parts.some((part) => part > 59)) return '的时间不对，分和秒都应小于 60'
  return to <= from ? '的结束时间应晚于开始时间' : null
}

/** Browsers drop text after an unescaped `<` or `&`, so escape it. */
const markedWords = (given: string) =>
  given.replaceAll('-->', '→').replace(/<(?!\/?(?:c|i|b|u|v|lang|ruby|rt)?(?:[\s.][^<>]*)?>|[\d:.]+>)/g, '&lt;')

function moment([hours = '0', minutes, seconds, point, colon]: string[]): number {
  const fraction = point ?? colon ?? '0'
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1000 + Number(fraction.padEnd(3, '0'))
}

function plainWords(given: string): string {
  const words = given.replace(/\{\\?[^{}\n]*\}/g, '').replace(/\\[Nn]/g, '\n')
  const escaped = words
    .replace(/<(\/?)([ibu])>/gi, (_, end: string, tag: string) => `\u0001${end}${tag.toLowerCase()}\u0002`)
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm|quot|#\d+);)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u0001', '<')
    .replaceAll('\u0002', '>')
  return escaped
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !isBlank(line))
    .join('\n')
}

function stylesOf(lines: readonly string[]): string[] {
  const blocks: string[] = []
  for (let at = 1; at < lines.length && !meansTime.test(lines[at] ?? ''); at += 1) {
    if (!/^(?:STYLE|REGION)[ \t]*$/.test(lines[at] ?? '')) continue
    let end = at
    while (end < lines.length && (lines[end] ?? '').trim() !== '') end += 1
    blocks.push(lines.slice(at, end).join('\n'))
    at = end
  }
  return blocks
}

function written({ from, to, settings, text }: Cue): string {
  return `${stamp(from)} --> ${stamp(to)}${settings && ` ${settings}`}\n${text}`
}

function stamp(moment: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const seconds = moment / 1000
  const fraction = String(moment % 1000).padStart(3, '0')
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${fraction}`
}

/** @param text must come from `parseCaptions`, which sorts the cues by time */
export function cutCaptionsBefore(text: string, seconds: number): string {
  const blocks = text.split('\n\n')
  const end = blocks.findIndex((block) => (secondsOf(block) ?? 0) >= seconds)
  return end < 0 ? text : `${blocks.slice(0, end).join('\n\n')}\n`
}

function secondsOf(block: string): number | null {
  const times = /^(?:(\d+):)?(\d\d):(\d\d\.\d{3}) -->/.exec(block)
  return times && Number(times[1] ?? 0) * 3600 + Number(times[2]) * 60 + Number(times[3])
}
