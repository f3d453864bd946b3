const written = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))$/

const form = '日期请按 2026-03-05 的格式填写'

interface DateLimits {
  /** First allowed day as YYYY-MM-DD. */
  min?: string | undefined
  max?: string | undefined
}

/** Accepts spellings such as 2026/3/5 and 2026年3月5日. @returns YYYY-MM-DD; null for an invalid date */
export function parseTypedDate(typed: string): string | null {
  const text = plain(typed)
  if (text === '') return ''
  const day = asWritten(text)
  return day !== null && isDay(day) ? day : null
}

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
