/** Days of the calendar as YYYY-MM-DD, without a clock or a time zone. */

const dayMs = 86_400_000
const asTime = (day: string) => Date.parse(`${day}T00:00:00Z`)
const asDay = (time: number) => new Date(time).toISOString().slice(0, 10)

export const yearOf = (day: string) => Number(day.slice(0, 4))
export const monthOf = (day: string) => Number(day.slice(5, 7))
/** from 0, a Monday */
export const weekday = (day: string) => (new Date(asTime(day)).getUTCDay() + 6) % 7
export const addDays = (day: string, count: number) => asDay(asTime(day) + count * dayMs)

export function daysOfMonth(day: string): number {
  return new Date(Date.UTC(yearOf(day), monthOf(day), 0)).getUTCDate()
}

/** The same day of another month, or that month's last. */
export function addMonths(day: string, count: number): string {
  const first = asDay(Date.UTC(yearOf(day), monthOf(day) - 1 + count, 1))
  const last = Math.min(Number(day.slice(8)), daysOfMonth(first))
  return addDays(first, last - 1)
}
