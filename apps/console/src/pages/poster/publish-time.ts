const zone = '+08:00'

/** Converts a typed time (YYYY-MM-DDTHH:mm in Asia/Shanghai) to an instant. */
export function toShanghaiInstant(typed: string): string {
  return new Date(`${typed}:00${zone}`).toISOString()
}

/** Formats the time in Shanghai as YYYY-MM-DDTHH:mm. */
export function toShanghaiClock(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16)
}
