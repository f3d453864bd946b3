/** Calendar days as YYYY-MM-DD, without clock and time zone. */

const dayMs = 86_400_000
const asTime = (day: string) => Date.parse(`${day}T00:00:00Z`)
const asDay = (time: number) => new Date(time).toISOString().slice(0, 10)

export const yearOfDay = (day: string) => Number(day.slice(0, 4))
export const monthOfDay = (day: string) => Number(day.slice(5, 7))
/** Weekday of a day; 0 is Monday. */
export const weekdayOf = (day: string) => (new Date(asTime(day)).getUTCDay() + 6) % 7
export const addDays = (day: string, count: number) => asDay(asTime(day) + count * dayMs)

export function daysInMonth(day: string): number {
  return new Date(Date.UTC(yearOfDay(day), monthOfDay(day), 0)).getUTCDate()
}

/** A day that the month does not have becomes the month's last day. */
export function addMonths(day: string, count: number): string {
  const first = asDay(Date.UTC(yearOfDay(day), monthOfDay(day) - 1 + count, 1))
  const last = Math.min(Number(day.slice(8)), daysInMonth(first))
  return addDays(first, last - 1)
}
