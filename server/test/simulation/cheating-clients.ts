import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { normalizeRanges, type Ranges, unionRanges } from '../../src/modules/learning/study/ranges.ts'
import {
  newStartBeat,
  type SimulatedBeat,
  type SimulatedClient,
  type SimulatedStudyContext,
  sendSimulatedBeat,
  tickDs,
} from './page.ts'

const kinds = ['sixteenfold', 'wholeAtOnce', 'parallelPages', 'replay', 'ahead', 'noise', 'robot'] as const
type Kind = (typeof kinds)[number]

export const cheatHabits = fc.record({ kind: fc.constantFrom(...kinds), dice: fc.nat(2 ** 30) })

/** Claims study that was not watched, in many ways. The server decides what to refuse. */
export class CheatClient implements SimulatedClient {
  readonly played = null
  readonly seat: SimulatedStudyContext
  claimed: Ranges = []
  readonly #kind: Kind
  #dice: number
  #pages: { playSessionId: string; seq: number; at: number }[] = []
  #sent: SimulatedBeat[] = []

  constructor(seat: SimulatedStudyContext, { kind, dice }: { kind: Kind; dice: number }) {
    this.seat = seat
    this.#kind = kind
    this.#dice = dice
  }

  async turn(tick: number): Promise<void> {
    if (tick === 0 || this.#pages.length === 0) await this.#open()
    await this.#moves[this.#kind]()
  }

  finish = () => Promise.resolve()

  readonly #moves: Record<Kind, () => Promise<unknown>> = {
    sixteenfold: () => this.#claim(16 * tickDs),
    wholeAtOnce: () => this.#send({ intervals: [[0, this.seat.duration]] }),
    parallelPages: async () => {
      if (this.#pages.length < 4) await this.#open()
      await Promise.all(this.#pages.map((page) => this.#claim(tickDs, page)))
    },
    replay: async () => {
      await this.#claim(tickDs)
      const old = this.#sent[this.#roll(this.#sent.length)]
      if (!old) return
      // Repeats a heartbeat with old and new number, and sends other content with the old one.
      await this.#post(old)
      await this.#send({ intervals: old.intervals })
      await this.#post({ ...old, intervals: [[0, this.seat.duration]] })
    },
    ahead: () => {
      const from = this.#roll(this.seat.duration)
      return this.#send({ intervals: [[from, Math.min(this.seat.duration, from + tickDs)]] })
    },
    robot: async () => {
      const answer = await this.#claim(2 * tickDs)
      await this.#send({ event: 'presence', presenceId: answer?.presence?.id ?? randomUUID() })
    },
    noise: async () => {
      const events: SimulatedBeat['event'][] = ['beat', 'pause', 'seek', 'end', 'hide']
      const from = this.#roll(this.seat.duration)
      const to = from + this.#roll(this.seat.duration - from)
      await this.#send({
        event: events[this.#roll(events.length)] ?? 'beat',
        intervals: [[from, to]],
      })
      if (this.#roll(5) === 0) await this.#open()
    },
  }

  async #open(): Promise<void> {
    const start = newStartBeat()
    await this.#post(start)
    this.#pages = [...this.#pages, { playSessionId: start.playSessionId, seq: 1, at: 0 }].slice(-4)
  }

  /** Claims progress from the position that the page last stated. */
  #claim(by: number, page = this.#pages.at(-1)) {
    const from = page?.at ?? 0
    const to = Math.min(this.seat.duration, from + by)
    if (page) page.at = to
    return this.#send({ intervals: [[from, to]] }, page)
  }

  #send(change: Partial<SimulatedBeat>, page = this.#pages.at(-1)) {
    if (!page) throw new Error('no page is open')
    const { playSessionId, seq } = page
    page.seq += 1 + this.#roll(3)
    const position = change.intervals?.at(-1)?.[1] ?? page.at
    return this.#post({ playSessionId, seq, event: 'beat', position, intervals: [], ...change })
  }

  #post(beat: SimulatedBeat) {
    this.claimed = unionRanges(this.claimed, normalizeRanges(beat.intervals))
    this.#sent.push(beat)
    return sendSimulatedBeat(this.seat, beat)
  }

  #roll(below: number): number {
    this.#dice = (this.#dice * 1_103_515_245 + 12_345) % 2 ** 31
    return below > 0 ? Math.floor((this.#dice / 2 ** 31) * below) : 0
  }
}
