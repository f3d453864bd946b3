import { lastDayOf } from '@ce/contract/plan-days'

const two = (value: number) => String(value).padStart(2, '0')
const whole = (seconds: number) => (Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0)

/** What is left of a length in seconds, MM:SS (specification §9); MM may pass 59. */
export function formatRemaining(totalSeconds: number, elapsedSeconds = 0): string {
  // rounded up, so that 00:00 shows only when nothing is left
  const left = Math.max(0, Math.ceil((totalSeconds || 0) - (elapsedSeconds || 0)))
  return `${two(Math.floor(left / 60))}:${two(left % 60)}`
}

/** Elapsed seconds as 'MM 分 SS 秒' (specification §9). */
export function formatElapsed(seconds: number): string {
  const value = whole(seconds)
  return `${two(Math.floor(value / 60))} 分 ${two(value % 60)} 秒`
}

/** Saved study seconds as hh:mm:ss (product §4 Study). */
export function formatSaved(seconds: number): string {
  const value = whole(seconds)
  return `${two(Math.floor(value / 3600))}:${two(Math.floor(value / 60) % 60)}:${two(value % 60)}`
}

/** no line ends between a figure and its unit */
const noBreak = '\u00a0'

/** Seconds as people say a length: 45 秒, 12 分钟, 1 小时 5 分钟; no figure is parted from its unit. */
export function formatDuration(seconds: number): string {
  const value = whole(seconds)
  if (value < 60) return `${value}${noBreak}秒`
  const minutes = Math.round(value / 60)
  if (minutes < 60) return `${minutes}${noBreak}分钟`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}${noBreak}小时${rest ? ` ${rest}${noBreak}分钟` : ''}`
}

/**
 * How long a course's lessons are. Those of a demonstration are short films: it is said, or hours would seem to be sold for minutes.
 */
export function formatCourseLength(course: { durationSeconds: number; demo: boolean }): string {
  return `${course.demo ? '演示时长' : '时长'} ${formatDuration(course.durationSeconds)}`
}

/** Integer fen as ¥120.00. */
export function formatFen(fen: number): string {
  const sign = fen < 0 ? '-' : ''
  const value = Math.abs(Math.round(fen))
  return `${sign}¥${Math.floor(value / 100)}.${two(value % 100)}`
}

/** What something costs: nothing is 免费. Sums of money and what is paid back are `formatFen`. */
export function formatPrice(fen: number): string {
  return fen === 0 ? '免费' : formatFen(fen)
}

/** Credit hours with at most one decimal, without a unit: 60, 1.5. */
export function formatHours(hours: number): string {
  return String(Math.round(hours * 10) / 10)
}

/** The same with its unit, on one line: 60 学时. */
export function formatHoursUnit(hours: number): string {
  return `${formatHours(hours)}${noBreak}学时`
}

const aheadMs = 8 * 3_600_000
/** The last summer time ended in 1991. */
const plainSince = Date.UTC(1992, 0, 1)

/**
 * The Shanghai clock of an instant, `YYYY-MM-DD HH:mm`. Eight hours ahead, reckoned; only for the summer times before
 * 1992 is the browser's calendar asked, which costs a slow machine 60 ms to load.
 * @throws RangeError for no date
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

/** The Shanghai day of an instant, YYYY-MM-DD (specification §9); empty for none. */
export function formatDate(at: string | number | Date | null | undefined): string {
  return formatDateTime(at).slice(0, 10)
}

/** YYYY-MM-DD HH:mm in Shanghai; empty for none. */
export function formatDateTime(at: string | number | Date | null | undefined): string {
  return at === null || at === undefined ? '' : shanghaiClock(at)
}

/**
 * The last day on which something can be done, of an end that is the midnight after it. Reminders say the same
 * (server/src/modules/message/reminder-text.ts).
 */
export function formatLastDay(endAt: string | number | Date): string {
  return lastDayOf(endAt)
}

/** When one can sign up for a year: what comes after the year itself is called 补学, or it would look like a mistake. */
export function formatSignWindow(plan: {
  year: number
  signStartAt: string
  signEndAt: string
}): string {
  const last = formatLastDay(plan.signEndAt)
  const late = Number(last.slice(0, 4)) > plan.year ? '（含补学）' : ''
  return `${formatDate(plan.signStartAt)} 至 ${last}${late}`
}

/** YYYY-MM-DD HH:mm:ss in Shanghai, which has no seconds of its own. */
export function formatMoment(at: string): string {
  return `${formatDateTime(at)}:${two(new Date(at).getUTCSeconds())}`
}

/** Bytes as people read them: 812 B, 1.4 MB; on one line. */
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

/** specification §3: 0 and unknown codes give empty text. */
export function formatTitle(code: number): string {
  return titles[code] ?? ''
}

/** The title codes to choose from (specification §3); 0 is none. */
export const titleOptions = [0, 1, 2, 3].map((value) => ({
  value,
  label: formatTitle(value) || '无',
}))

/** A teacher as shown, "陈思远 副教授"; the title's words are the specification's, 其他 included. */
export function formatTeacher({ name, titleCode }: { name: string; titleCode: number }): string {
  const title = formatTitle(titleCode)
  return title ? `${name} ${title}` : name
}

/** The first letter of a name, rare Han letters whole (product §4 Texts). */
export function nameInitial(name: string): string {
  return [...name.trim()][0] ?? ''
}

/** backgrounds that carry white text at 4.5:1 or more */
const nameColours = [
  '#0b6b5d',
  '#175cd3',
  '#7a3ea8',
  '#b42371',
  '#a33b12',
  '#8a5a00',
  '#2f6b1f',
  '#4a5666',
] as const

/** A colour that stays with a name. */
export function nameColour(name: string): string {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return nameColours[sum % nameColours.length] ?? nameColours[0]
}
