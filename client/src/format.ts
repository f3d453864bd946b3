import { lastShanghaiDayBefore } from '@ce/contract/plan-days'

const two = (value: number) => String(value).padStart(2, '0')
const whole = (seconds: number) => (Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0)

/** Formats as MM:SS (docs/rules/screens.md#dates-and-numbers). MM may exceed 59. */
export function formatRemainingTime(totalSeconds: number, elapsedSeconds = 0): string {
  // Rounded up, so that 00:00 means nothing is left.
  const left = Math.max(0, Math.ceil((totalSeconds || 0) - (elapsedSeconds || 0)))
  return `${two(Math.floor(left / 60))}:${two(left % 60)}`
}

export function formatElapsedTime(seconds: number): string {
  const value = whole(seconds)
  return `${two(Math.floor(value / 60))} 分 ${two(value % 60)} 秒`
}

/** Formats saved seconds as hh:mm:ss. */
export function formatSavedSeconds(seconds: number): string {
  const value = whole(seconds)
  return `${two(Math.floor(value / 3600))}:${two(Math.floor(value / 60) % 60)}:${two(value % 60)}`
}

/** Keeps a figure and its unit on one line. */
const noBreak = '\u00a0'

/** Formats like 45 秒, 12 分钟, 1 小时 5 分钟. */
export function formatDuration(seconds: number): string {
  const value = whole(seconds)
  if (value < 60) return `${value}${noBreak}秒`
  const minutes = Math.round(value / 60)
  if (minutes < 60) return `${minutes}${noBreak}分钟`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}${noBreak}小时${rest ? ` ${rest}${noBreak}分钟` : ''}`
}

/** Marks demonstration courses, whose films are much shorter than their hours. */
export function formatCourseLength(course: { durationSeconds: number; demo: boolean }): string {
  return `${course.demo ? '演示时长' : '时长'} ${formatDuration(course.durationSeconds)}`
}

/** Formats fen as yuan: ¥120.00. */
export function formatFen(fen: number): string {
  const sign = fen < 0 ? '-' : ''
  const value = Math.abs(Math.round(fen))
  return `${sign}¥${Math.floor(value / 100)}.${two(value % 100)}`
}

/** Shows 0 fen as 免费. For sums and refunds, use `formatFen`. */
export function formatPrice(fen: number): string {
  return fen === 0 ? '免费' : formatFen(fen)
}

/** Formats without a unit: 60, 1.5. */
export function formatHours(hours: number): string {
  return String(Math.round(hours * 10) / 10)
}

/** Formats with the unit: 60 学时. */
export function formatHoursUnit(hours: number): string {
  return `${formatHours(hours)}${noBreak}学时`
}

const aheadMs = 8 * 3_600_000
const plainSince = Date.UTC(1992, 0, 1)

/**
 * Formats a time in Shanghai. Only dates before 1992 use the browser's calendar, which loads slowly.
 * @throws RangeError for an invalid date
 */
function shanghaiClock(at: string | number | Date): string {
  const instant = new Date(at)
  if (instant.getTime() >= plainSince)
    return new Date(instant.getTime() + aheadMs).toISOString().slice(0, 16).replace('T', ' ')
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(instant)
}

/** Returns '' without a date. */
export function formatDate(at: string | number | Date | null | undefined): string {
  return formatDateTime(at).slice(0, 10)
}

/** Returns '' without a date. */
export function formatDateTime(at: string | number | Date | null | undefined): string {
  return at === null || at === undefined ? '' : shanghaiClock(at)
}

/**
 * Formats the last day of a period. An end at midnight belongs to the day before, as in reminders
 * (server/src/modules/message/reminder-text.ts).
 */
export function formatLastDay(endAt: string | number | Date): string {
  return lastShanghaiDayBefore(endAt)
}

/** Sign-up after the year's end is called 补学, because the plain dates would look like a mistake. */
export function formatSignWindow(plan: { year: number; signStartAt: string; signEndAt: string }): string {
  const last = formatLastDay(plan.signEndAt)
  const late = Number(last.slice(0, 4)) > plan.year ? '（含补学）' : ''
  return `${formatDate(plan.signStartAt)} 至 ${last}${late}`
}

/** Formats Shanghai time with seconds: YYYY-MM-DD HH:mm:ss. */
export function formatDateTimeSeconds(at: string): string {
  return `${formatDateTime(at)}:${two(new Date(at).getUTCSeconds())}`
}

/** Formats bytes: 812 B, 1.4 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes}${noBreak}B`
  const units = ['KB', 'MB', 'GB']
  let value = bytes / 1024
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)}${noBreak}${units[unit]}`
}

const titles: Readonly<Record<number, string>> = { 1: '教授', 2: '副教授', 3: '其他' }

/** Returns '' for 0 and unknown codes (docs/rules/accounts.md#titles-of-people). */
export function formatTitle(code: number): string {
  return titles[code] ?? ''
}

/** Code 0 means no title (docs/rules/accounts.md#titles-of-people). */
export const titleOptions = [0, 1, 2, 3].map((value) => ({
  value,
  label: formatTitle(value) || '无',
}))

/** Formats as "陈思远 副教授", or as the name alone. */
export function formatTeacher({ name, titleCode }: { name: string; titleCode: number }): string {
  const title = formatTitle(titleCode)
  return title ? `${name} ${title}` : name
}

/** Returns the first character of a name. A rare Han character is not cut in half (docs/rules/accounts.md#masking). */
export function nameInitial(name: string): string {
  return [...name.trim()][0] ?? ''
}

/** Background colours for a name's first character. White text on each of them has a contrast of at least 4.5:1. */
const nameColours = ['#0b6b5d', '#175cd3', '#7a3ea8', '#b42371', '#a33b12', '#8a5a00', '#2f6b1f', '#4a5666'] as const

/** The same name always gets the same colour. */
export function nameColour(name: string): string {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return nameColours[sum % nameColours.length] ?? nameColours[0]
}
