/** A caption's start and end: 00:01:02.345 or 01:02.345. */
const timing =
  /^((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t].*)?$/

/**
 * The first thing wrong with a WebVTT text, with its line; null: it is well formed (W3C WebVTT §4.1). A browser skips
 * what it cannot read without a word, so it is said here.
 */
export function captionsProblem(text: string): string | null {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) return '第 1 行应为 WEBVTT'
  if ((lines[1] ?? '').trim() !== '' && !lines[1]?.includes(':')) return '第 2 行应为空行'
  let cues = 0
  let last = 0
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (!line.includes('-->')) continue
    const problem = cueProblem(line, last)
    if (problem) return `第 ${at + 1} 行${problem}`
    if ((lines[at + 1] ?? '').trim() === '') return `第 ${at + 1} 行的时间后面没有字幕文字`
    last = secondsOf(timing.exec(line)?.[1] ?? '')
    cues += 1
  }
  return cues === 0 ? '里面没有字幕' : null
}

function cueProblem(line: string, last: number): string | null {
  const [, start = '', end = ''] = timing.exec(line) ?? []
  if (!start) return '的时间格式不对，应如 00:01:02.000 --> 00:01:05.000'
  if (secondsOf(end) <= secondsOf(start)) return '的结束时间应晚于开始时间'
  return secondsOf(start) < last ? '的开始时间早于上一条字幕' : null
}

function secondsOf(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}
