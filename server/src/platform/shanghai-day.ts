const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' })

/** The day in Shanghai, independent of the server's time zone. SQL uses shanghai_date(). */
export function shanghaiDay(at: Date): string {
  return calendar.format(at)
}

const aheadMs = 8 * 3_600_000

/** The time in Shanghai, for documents, sheets and payment channels. */
export function shanghaiTime(at: Date): string {
  return new Date(at.getTime() + aheadMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** @throws Error for text that is not a time. */
export function fromShanghaiTime(text: string): Date {
  const at = new Date(`${text.replace(' ', 'T')}Z`)
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) || Number.isNaN(at.getTime()))
    throw new Error('a time that is none')
  return new Date(at.getTime() - aheadMs)
}
