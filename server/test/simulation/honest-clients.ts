import fc from 'fast-check'
import {
  newStartBeat,
  type SimulatedBeat,
  type SimulatedClient,
  type SimulatedStudyContext,
  sendSimulatedBeat,
  tickDs,
} from './page.ts'

/** Heartbeats may get lost, be accepted although the response is lost, or arrive in any order. */
const weather = fc.oneof(
  { weight: 12, arbitrary: fc.constant('good' as const) },
  { weight: 2, arbitrary: fc.constant('cut' as const) },
  { weight: 2, arbitrary: fc.constant('unheard' as const) },
  { weight: 1, arbitrary: fc.constant('burst' as const) },
)

const kinds = ['switch', 'back', 'hide', 'leave', 'elsewhere'] as const

const act = fc.record({
  kind: fc.constantFrom(...kinds),
  /** When in the interval an event happens, and how far the learner seeks back, in tenths of a second. */
  at: fc.nat(tickDs),
  by: fc.nat(2 * tickDs),
})

export const honestHabits = (ticks: number) =>
  fc.record({
    weather: fc.array(weather, { minLength: ticks, maxLength: ticks }),
    cutFrom: fc.nat(ticks),
    cutFor: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: ticks })),
    pauses: fc.uniqueArray(fc.nat(ticks), { maxLength: 4 }),
    acts: fc.array(fc.option(act, { freq: 2 }), { minLength: ticks, maxLength: ticks }),
  })

type Habits = ReturnType<typeof honestHabits> extends fc.Arbitrary<infer Value> ? Value : never

/** Unsent heartbeats wait in a queue like the player's and are repeated unchanged. */
export class HonestClient implements SimulatedClient {
  readonly claimed: [number, number][] = []
  readonly seat: SimulatedStudyContext
  /** The furthest point played; when the learner seeks back, everything before it has been seen. */
  played = 0
  readonly #habits: Habits
  #queue: SimulatedBeat[] = []
  /** Unsent heartbeats of a device without network, while the learner continues on another device. */
  #elsewhere: SimulatedBeat[] = []
  /** The furthest point that the server has credited. */
  #served = 0
  /** True after the server confirmed the start of the page; the page does not play before. */
  #open = false
  #playSessionId = ''
  #seq = 0
  #at = 0

  constructor(seat: SimulatedStudyContext, habits: Habits) {
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
    // When the page was reopened, the queue of the earlier page is sent first.
    if (!this.#open && this.#queue.length === 0) await this.#begin()
  }

  async finish(): Promise<void> {
    await this.#sendInOrder(false)
    await this.#sendElsewhere()
  }

  /** The queue of the old page is sent when its network is back. */
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

  /**
   * Sends the heartbeats of the device that had no network. They give no credit for parts that were watched again on
   * the other device.
   */
  async #sendElsewhere(): Promise<void> {
    for (const beat of this.#elsewhere.splice(0)) await sendSimulatedBeat(this.seat, beat)
  }

  #weather(tick: number) {
    const { cutFrom, cutFor, weather } = this.#habits
    return tick >= cutFrom && tick < cutFrom + cutFor ? 'cut' : (weather[tick] ?? 'good')
  }

  #begin(): Promise<void> {
    const start = newStartBeat(this.#at)
    this.#playSessionId = start.playSessionId
    this.#seq = 1
    this.#open = true
    this.#queue.push(start)
    return this.#sendInOrder(false)
  }

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

  #watch(tenths: number, event: SimulatedBeat['event']): void {
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

  /** @param unheard true when the first response gets lost, so that its heartbeat is repeated next time */
  async #sendInOrder(unheard: boolean): Promise<void> {
    for (const beat of [...this.#queue]) {
      await this.#heard(beat)
      if (unheard) return
      this.#queue.shift()
    }
  }

  /** Sends all heartbeats at once, because the page may close. If the page stays open, they are sent again later. */
  async #sendAll(): Promise<void> {
    await Promise.all(this.#queue.map((beat) => this.#heard(beat)))
  }

  async #heard(beat: SimulatedBeat): Promise<void> {
    const answer = await sendSimulatedBeat(this.seat, beat)
    if (!answer) throw new Error('an honest beat was refused')
    this.#served = Math.max(this.#served, answer.furthestSeconds * 10)
  }
}
