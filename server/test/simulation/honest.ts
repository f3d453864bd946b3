import fc from 'fast-check'
import { type Beat, type Client, newStart, type Seat, send, tickDs } from './page.ts'

/** What becomes of the beats of 15 s: sent in order, all kept, gone but answered unheard, all at once in any order. */
const weather = fc.oneof(
  { weight: 12, arbitrary: fc.constant('good' as const) },
  { weight: 2, arbitrary: fc.constant('cut' as const) },
  { weight: 2, arbitrary: fc.constant('unheard' as const) },
  { weight: 1, arbitrary: fc.constant('burst' as const) },
)

const kinds = ['switch', 'back', 'hide', 'leave', 'elsewhere'] as const

/** What somebody does in the middle of the 15 s: another film, back to what is known, out of sight, away, on with the phone. */
const act = fc.record({
  kind: fc.constantFrom(...kinds),
  /** tenths of a second into it, and how far back */
  at: fc.nat(tickDs),
  by: fc.nat(2 * tickDs),
})

/** Of how somebody honest studies for so many ticks: the weather, one long cut, pauses, what cuts a tick in two. */
export const honestHabits = (ticks: number) =>
  fc.record({
    weather: fc.array(weather, { minLength: ticks, maxLength: ticks }),
    cutFrom: fc.nat(ticks),
    cutFor: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: ticks })),
    pauses: fc.uniqueArray(fc.nat(ticks), { maxLength: 4 }),
    acts: fc.array(fc.option(act, { freq: 2 }), { minLength: ticks, maxLength: ticks }),
  })

type Habits = ReturnType<typeof honestHabits> extends fc.Arbitrary<infer Value> ? Value : never

/** Plays at 1× from the beginning; what is unsent waits in a queue, as the player's does, and is repeated unchanged. */
export class HonestClient implements Client {
  readonly claimed: [number, number][] = []
  readonly seat: Seat
  /** the furthest point: whoever goes back has seen what is before it */
  played = 0
  readonly #habits: Habits
  #queue: Beat[] = []
  /** unsent on a device that is without a network, while another goes on */
  #elsewhere: Beat[] = []
  /** the furthest point the server knows of */
  #served = 0
  /** the page's start is answered: before that it does not play */
  #open = false
  #playSessionId = ''
  #seq = 0
  #at = 0

  constructor(seat: Seat, habits: Habits) {
    this.seat = seat
    this.#habits = habits
  }

  async turn(tick: number): Promise<void> {
    if (this.#open && !this.#habits.pauses.includes(tick)) this.#play(tick)
    const act = this.#habits.acts[tick]
    if (this.#open && act?.kind === 'elsewhere') return this.#takeOver(act.by)
    const weather = this.#weather(tick)
    if (weather === 'cut' && tick > 0) return
    if (weather === 'good') await this.#sendElsewhere()
    if (weather === 'burst') await this.#sendAll()
    await this.#sendInOrder(weather === 'unheard')
    // opened again: what the page before left over goes first
    if (!this.#open && this.#queue.length === 0) await this.#begin()
  }

  async finish(): Promise<void> {
    await this.#sendInOrder(false)
    await this.#sendElsewhere()
  }

  /**
   * By a phone, which goes on where the server says; what the page has not sent is sent when its network is back. Of all that it has sent at
   * once before, the first may be what does not arrive.
   */
  async #takeOver(by: number): Promise<void> {
    if (by % 2 === 0) {
      await Promise.all(this.#queue.slice(1).map((beat) => this.#heard(beat)))
      this.#queue = this.#queue.slice(0, 1)
    }
    this.#elsewhere.push(...this.#queue)
    this.#queue = []
    this.#at = this.#served
    return this.#begin()
  }

  /** What the phone has watched again is refused, for nothing of it is new. */
  async #sendElsewhere(): Promise<void> {
    for (const beat of this.#elsewhere.splice(0)) await send(this.seat, beat)
  }

  #weather(tick: number) {
    const { cutFrom, cutFor, weather } = this.#habits
    return tick >= cutFrom && tick < cutFrom + cutFor ? 'cut' : (weather[tick] ?? 'good')
  }

  #begin(): Promise<void> {
    const start = newStart(this.#at)
    this.#playSessionId = start.playSessionId
    this.#seq = 1
    this.#open = true
    this.#queue.push(start)
    return this.#sendInOrder(false)
  }

  /** So many seconds of the tick before something cuts it, and the rest after it. */
  #play(tick: number): void {
    const { kind, at, by } = this.#habits.acts[tick] ?? { kind: null, at: tickDs, by: 0 }
    this.#watch(at, kind === 'switch' || kind === null ? 'beat' : 'hide')
    if (kind === 'leave') {
      this.#open = false
      return
    }
    if (kind === 'back') this.#at = Math.max(0, this.#at - by)
    this.#watch(tickDs - at, 'beat')
  }

  #watch(tenths: number, event: Beat['event']): void {
    const to = Math.min(this.seat.duration, this.#at + tenths)
    if (to === this.#at) return
    const interval: [number, number] = [this.#at, to]
    this.claimed.push(interval)
    this.#queue.push({
      playSessionId: this.#playSessionId,
      seq: this.#seq,
      event,
      position: to,
      intervals: [interval],
    })
    this.#seq += 1
    this.#at = to
    this.played = Math.max(this.played, to)
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
    const answer = await send(this.seat, beat)
    if (!answer) throw new Error('an honest beat was refused')
    this.#served = Math.max(this.#served, answer.furthestSeconds * 10)
  }
}
