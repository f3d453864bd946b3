const written = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))$/

/** How a date is written, in the words of a refusal. */
const form = '日期请按 2026-03-05 的格式填写'

interface DateLimits {
  /** YYYY-MM-DD */
  min?: string | undefined
  max?: string | undefined
}

/**
 * A date as it was typed, as YYYY-MM-DD: 2026/3/5, 2026.3.5, 20260305, 2026年3月5日, with wide digits and spaces too.
 * @returns '' when nothing was typed, null when that is no date
 */
export function typedDate(typed: string): string | null {
  const text = plain(typed)
  if (text === '') return ''
  const day = asWritten(text)
  return day !== null && isDay(day) ? day : null
}

/** What is wrong with a date as typed; null: nothing, or nothing was typed. */
export function dateProblem(typed: string, { min, max }: DateLimits = {}): string | null {
  const text = plain(typed)
  if (text === '') return null
  const day = asWritten(text)
  if (day === null) return form
  if (!isDay(day)) return `没有 ${day} 这一天，请改正`
  if (min && day < min) return `日期不能早于 ${min}`
  return max && day > max ? `日期不能晚于 ${max}` : null
}

function plain(typed: string): string {
  return typed
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[。｡·]/g, '.')
    .replace(/[‐-―−]/g, '-')
}

function asWritten(text: string): string | null {
  const [, year, month, day, shortMonth, shortDay] = written.exec(text) ?? []
  if (!year) return null
  return `${year}-${(month ?? shortMonth ?? '').padStart(2, '0')}-${(day ?? shortDay ?? '').padStart(2, '0')}`
}

function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}
