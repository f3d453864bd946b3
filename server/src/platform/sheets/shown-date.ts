import { getFormatDateInfo } from 'numfmt'
import type { Shown } from './sheet.ts'

/** How a format shows a date, a time of day or a length of time. */
export interface ShowDate {
  /** @param value days since the beginning that the workbook counts from, and parts of a day */
  serial(value: number): Shown
  /** the same, always counted as Excel on Windows does */
  ordinary(value: number): Shown
}

const daysFrom1904 = 1462
const secondsOfDay = 86_400
/** the day after 9999-12-31: Excel shows no later one */
const dayAfterLast = 2_958_466
/** 1970-01-01 */
const unixDay = 25_569

export function dateBy(
  pattern: string,
  write: (value: number) => string,
  isFrom1904: boolean,
): ShowDate {
  const { year, month, day } = getFormatDateInfo(pattern)
  const isElapsed = /\[[hms]+\]/i.test(pattern) && !year && !month && !day
  const ordinary = (value: number): Shown => {
    if (!isElapsed && !(value >= 0 && value < dayAfterLast))
      return { text: String(value), note: { kind: 'DOUBTED', said: notShown } }
    const text = write(value)
    return isElapsed ? { text } : { text, note: { kind: 'DATE', said: isoOf(value) } }
  }
  return {
    ordinary,
    serial: (value) =>
      ordinary(isFrom1904 && !isElapsed && value >= 0 ? value + daysFrom1904 : value),
  }
}

const notShown = '日期或时间超出 Excel 能显示的范围，请在表格里改正'

/** 2026-03-05, 2026-03-05 08:30, or 08:30 of no day. The 29th of February 1900, which Excel knows, is the 28th. */
function isoOf(value: number): string {
  const milliseconds = Math.round(value * secondsOfDay * 1000)
  const days = Math.floor(milliseconds / 1000 / secondsOfDay)
  const lead = days > 59 ? 0 : 1
  const moment = new Date(milliseconds + (lead - unixDay) * secondsOfDay * 1000)
  const [date = '', time = ''] = moment.toISOString().split('T')
  const clock = time.slice(0, 5)
  if (days === 0) return clock
  return clock === '00:00' ? date : `${date} ${clock}`
}

/** A date that a program wrote as a text: 2026-03-05T08:30:00. */
export function dateOfText(said: string, show: ShowDate): Shown {
  const clock = /^\d{1,2}:\d{2}(:\d{2})?/.test(said)
  const milliseconds = Date.parse(
    `${clock ? '1970-01-01T' : ''}${said.replace(/Z$/, '')}${/T|:/.test(said) ? 'Z' : ''}`,
  )
  if (Number.isNaN(milliseconds)) return { text: said }
  const days = milliseconds / 1000 / secondsOfDay
  return show.ordinary(clock ? days : days + unixDay)
}
