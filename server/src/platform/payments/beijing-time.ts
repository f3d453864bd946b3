const aheadMs = 8 * 3_600_000

/** 2026-11-22 10:34:56, as channels write the time in Beijing */
export function beijingTime(at: Date): string {
  return new Date(at.getTime() + aheadMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** The other way round. @throws Error when it is no such time */
export function fromBeijing(text: string): Date {
  const at = new Date(`${text.replace(' ', 'T')}Z`)
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) || Number.isNaN(at.getTime()))
    throw new Error('a time that is none')
  return new Date(at.getTime() - aheadMs)
}
