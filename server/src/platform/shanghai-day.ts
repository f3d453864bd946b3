const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' })

/** YYYY-MM-DD as the wall calendar in Shanghai says, whatever the server's zone. In SQL: shanghai_date(). */
export function shanghaiDay(at: Date): string {
  return calendar.format(at)
}

/** ahead of UTC, summer and winter alike since 1992 */
const aheadMs = 8 * 3_600_000

/** 2026-11-22 10:34:56 by the same clock: for papers, sheets and payment channels. */
export function shanghaiTime(at: Date): string {
  return new Date(at.getTime() + aheadMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** The other way round. @throws Error when it is no such time */
export function fromShanghaiTime(text: string): Date {
  const at = new Date(`${text.replace(' ', 'T')}Z`)
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) || Number.isNaN(at.getTime()))
    throw new Error('a time that is none')
  return new Date(at.getTime() - aheadMs)
}
