import fc from 'fast-check'
import { type Beat, type Client, newStart, type Seat, send, tickDs } from './page.ts'

/** What becomes of the beats of 15 s: sent in order, all kept, gone but answered unheard, all at once in any order. */
const weather = fc.oneof(
  { weight: 12, arbitrary: fc.constant('good' as const) },
  { weight: 2, arbitrary: fc.constant('cut' as const) },
  { weight: 2, arbitrary: fc.constant('unheard' as const) },
  { weight: 1, arbitrary: fc.constant('burst' as const) },
)

/** Of how somebody honest studies for so many ticks: the weather, one long cut, pauses, the page closed and opened. */
export const honestHabits = (ticks: number) =>
  fc.record({
    weather: fc.array(weather, { minLength: ticks, maxLength: ticks }),
    cutFrom: fc.nat(ticks),
    cutFor: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: ticks })),
    pauses: fc.uniqueArray(fc.nat(ticks), { maxLength: 4 }),
    reopens: fc.uniqueArray(fc.nat(ticks), { maxLength: 2 }),
  })

type Habits = ReturnType<typeof honestHabits> extends fc.Arbitrary<infer Value> ? Value : never

/** Plays at 1× from the beginning; what is unsent waits in a queue, as the player's does, and is repeated unchanged. */
export class HonestClient implements Client {
  readonly claimed: [number, number][] = []
  readonly seat: Seat
  played = 0
  readonly #habits: Habits
  #queue: Beat[] = []
  #playSessionId = ''
  #seq = 0

  constructor(seat: Seat, habits: Habits) {
    this.seat = seat
    this.#habits = habits
  }

  async turn(tick: number): Promise<void> {
    if (tick === 0) return this.#open()
    const { pauses, reopens } = this.#habits
    if (!pauses.includes(tick)) this.#play()
    const weather = this.#weather(tick)
    if (weather === 'cut') return
    if (weather === 'burst') return this.#sendAll()
    await this.#sendInOrder(weather === 'unheard')
    // closed and opened again: nothing of the old session is unsent
    if (reopens.includes(tick) && this.#queue.length === 0) await this.#open()
  }

  async finish(): Promise<void> {
    await this.#sendInOrder(false)
  }

  #weather(tick: number) {
    const { cutFrom, cutFor, weather } = this.#habits
    return tick >= cutFrom && tick < cutFrom + cutFor ? 'cut' : (weather[tick] ?? 'good')
  }

  #open(): Promise<void> {
    const start = newStart(this.played)
    this.#playSessionId = start.playSessionId
    this.#seq = 1
    this.#queue.push(start)
    return this.#sendInOrder(false)
  }

  #play(): void {
    const to = Math.min(this.seat.duration, this.played + tickDs)
    if (to === this.played) return
    const interval: [number, number] = [this.played, to]
    this.claimed.push(interval)
    this.#queue.push({
      playSessionId: this.#playSessionId,
      seq: this.#seq,
      event: 'beat',
      position: to,
      intervals: [interval],
    })
    this.#seq += 1
    this.played = to
  }

  /** @param unheard the answer to the first is lost: it stays, and is repeated next time */
  async #sendInOrder(unheard: boolean): Promise<void> {
    for (const beat of [...this.#queue]) {
      await this.#heard(beat)
      if (unheard) return
      this.#queue.shift()
    }
  }

  /** The page may be gone at any moment: everything at once, and all of it once more when it turns out to be there. */
  async #sendAll(): Promise<void> {
    await Promise.all(this.#queue.map((beat) => this.#heard(beat)))
  }

  async #heard(beat: Beat): Promise<void> {
    if (!(await send(this.seat, beat))) throw new Error('an honest beat was refused')
  }
}
