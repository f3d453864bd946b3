import { passTime } from '../world.ts'

interface Timer {
  at: number
  run: () => void
  /** Tells whether the page that owns the task is running, sleeping or gone. */
  holds: () => 'run' | 'wait' | 'drop'
}

/** A clock in epoch milliseconds. It follows the portal's clock (`app_now()`) and jumps to the next due task. */
export class RoomClock {
  #shift: number
  #timers = new Map<number, Timer>()
  #no = 0

  /** @param serverNow time of the portal's clock in epoch milliseconds */
  constructor(serverNow: number) {
    this.#shift = serverNow - Date.now()
  }

  now(): number {
    return Date.now() + this.#shift
  }

  /** @returns the number for cancelling the task */
  at(at: number, run: () => void, holds: Timer['holds'] = () => 'run'): number {
    this.#no += 1
    this.#timers.set(this.#no, { at, run, holds })
    return this.#no
  }

  drop(no: number | undefined): void {
    if (no !== undefined) this.#timers.delete(no)
  }

  /** Moves the time, also on the server, and runs what is due in order. */
  async pass(ms: number): Promise<void> {
    await passTime(ms / 1000)
    this.#shift += ms
    const now = this.now()
    const due = [...this.#timers].filter(([, timer]) => timer.at <= now)
    due.sort(([, a], [, b]) => a.at - b.at)
    for (const [no, timer] of due) {
      const holds = timer.holds()
      if (holds === 'wait' || !this.#timers.delete(no)) continue
      if (holds === 'run') timer.run()
    }
  }
}
