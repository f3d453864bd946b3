import { passTime } from '../world.ts'

interface Timer {
  at: number
  run: () => void
  /** the page it belongs to sleeps, or is gone */
  holds: () => 'run' | 'wait' | 'drop'
}

/**
 * The one time of the rooms, epoch ms: that of the server's rules, which goes on by itself and is moved on to whatever is due next. Nothing that
 * a page waits for happens but by it.
 */
export class RoomClock {
  #shift: number
  #timers = new Map<number, Timer>()
  #no = 0

  /** @param serverNow the rules' clock at this moment, epoch ms */
  constructor(serverNow: number) {
    this.#shift = serverNow - Date.now()
  }

  now(): number {
    return Date.now() + this.#shift
  }

  /** @returns its number, to take it back by */
  at(at: number, run: () => void, holds: Timer['holds'] = () => 'run'): number {
    this.#no += 1
    this.#timers.set(this.#no, { at, run, holds })
    return this.#no
  }

  drop(no: number | undefined): void {
    if (no !== undefined) this.#timers.delete(no)
  }

  /** Lets so much time pass, the server's as well; then what is due happens, in its order. */
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
