const zone = '+08:00'

/** A time as typed on the clock of Asia/Shanghai, YYYY-MM-DDTHH:mm, as an instant of the wire; whatever zone the browser is in. */
export function shanghaiInstant(typed: string): string {
  return new Date(`${typed}:00${zone}`).toISOString()
}

/** The clock of Asia/Shanghai now, YYYY-MM-DDTHH:mm. */
export function shanghaiClock(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16)
}
