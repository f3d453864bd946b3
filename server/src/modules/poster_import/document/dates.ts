const day = String.raw`((?:19|20)\d{2})[-./年]?(\d{1,2})[-./月]?(\d{1,2})日?`
const clock = String.raw`(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?`
const whole = new RegExp(`^${day}${clock}$`)
const strictDay = String.raw`((?:19|20)\d{2})(?:-|\.|/|_|年)(\d{1,2})(?:-|\.|/|_|月)(\d{1,2})`
const inName = new RegExp(String.raw`(?<!\d)(?:${strictDay}|((?:19|20)\d{2})(\d{2})(\d{2}))(?!\d)`)

/**
 * A date as people write it: 2026-03-01, 2026/3/1, 2026年3月1日, 20260301, with or without a time of day.
 * Without a zone it is China's; undefined when there is no such day.
 */
export function readDate(text: string): Date | undefined {
  const match = whole.exec(text.trim().normalize('NFKC'))
  if (!match) return undefined
  const [, year, month, date, hour = '0', minute = '0', second = '0', zone = '+08:00'] = match
  return instantOf([year, month, date], [hour, minute, second], zone)
}

/** The first date in a file's name: 药品管理法(2019-08-26).md, 20260301-通知.html */
export function dateInName(name: string): Date | undefined {
  const match = inName.exec(name.normalize('NFKC'))
  if (!match) return undefined
  const [, year, month, date, tightYear, tightMonth, tightDate] = match
  const parts = year ? [year, month, date] : [tightYear, tightMonth, tightDate]
  return instantOf(parts, ['0', '0', '0'], '+08:00')
}

/** A file's name as a title: without its ending, its date and the brackets around the date. */
export function titleOfName(name: string): string {
  const stem = name.replace(/^.*\//s, '').replace(/\.[^.]*$/, '')
  const title = stem
    .normalize('NFC')
    .replace(new RegExp(String.raw`[(（\[【]?${inName.source}日?[)）\]】]?`), '')
    .replace(/^[\s_-]+|[\s_-]+$/g, '')
  return title || stem
}

function instantOf(
  days: (string | undefined)[],
  clocks: (string | undefined)[],
  zone: string,
): Date | undefined {
  const [year, month, date] = days.map(Number)
  const [hour, minute, second] = clocks.map(Number)
  if (!year || !month || !date) return undefined
  const utc = new Date(Date.UTC(year, month - 1, date, hour, minute, second))
  // the 31st of April is none
  if (utc.getUTCMonth() !== month - 1 || utc.getUTCDate() !== date) return undefined
  if ((hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return undefined
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
  return new Date(utc.getTime() - offset * 60_000)
}
