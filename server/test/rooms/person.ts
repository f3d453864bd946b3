import { inTransaction } from '../../src/platform/db/database.ts'
import { deps } from '../world.ts'
import type { RoomClock } from './clock.ts'
import { createSeededDice } from './network.ts'
import { SimulatedDevice, type SimulatedPage } from './page.ts'
import type { CommonActKind, SideAct, SimulatedBehaviour } from './page-behaviour.ts'

export interface SimulatedRoom {
  clock: RoomClock
  /** @returns a new session for each of the student's devices, after ending the old ones */
  lapse(studentId: string): Promise<object>
}

/** @returns the new session as a browser stores it */
export async function renewSession(id: string): Promise<object> {
  const { db, sessions } = await deps()
  const token = await inTransaction(db, async (tx) => {
    await sessions.revoke(tx, id, {})
    return sessions.issue(tx, id)
  })
  return { token, userInfo: { id } }
}

type Move<Ours, Kind extends string> = (act: SideAct<Kind>, page: SimulatedPage<Ours>) => void
export type PersonMoves<Ours, Own extends string> = Record<Own, Move<Ours, Own | CommonActKind>>

/** A simulated person. `Own` are the acts of this room only. */
export abstract class Person<Ours, Own extends string> {
  readonly devices: SimulatedDevice<Ours>[]
  readonly story: string[] = []
  readonly begins: number
  protected device: SimulatedDevice<Ours>
  protected page: SimulatedPage<Ours> | null = null
  protected backAt = 0
  protected pressesAt = 0
  protected isOver = false
  protected abstract readonly own: PersonMoves<Ours, Own>
  readonly #room: SimulatedRoom
  readonly #studentId: string
  readonly #usesTwo: boolean
  readonly #acts: SideAct<Own | CommonActKind>[]
  readonly #dice: () => number
  #actsAt: number
  #session: object
  #signsInAt = Number.POSITIVE_INFINITY
  #asks: { page: SimulatedPage<Ours>; until: number } | null = null

  constructor(
    room: SimulatedRoom,
    student: { id: string; session: object },
    manners: SimulatedBehaviour<Own | CommonActKind>,
  ) {
    this.#room = room
    this.#studentId = student.id
    this.#session = student.session
    this.#usesTwo = manners.two
    this.#acts = [...manners.acts]
    this.#dice = createSeededDice(manners.dice)
    this.devices = manners.weathers.map((weather) => new SimulatedDevice<Ours>(room.clock, student.session, weather))
    for (const device of this.devices) device.say = (what) => this.say(what, device)
    this.device = this.#first
    this.begins = room.clock.now() + manners.begins * 1000
    this.#actsAt = this.begins + 1000 * (manners.calmFor + (this.#acts[0]?.after ?? 0))
  }

  /** Called each second for the page that the person looks at. */
  protected abstract look(page: SimulatedPage<Ours>): void
  protected abstract pageOn(device: SimulatedDevice<Ours>): SimulatedPage<Ours>
  protected abstract lose(page: SimulatedPage<Ours>): void

  get usesTwo(): boolean {
    return this.#usesTwo
  }

  protected get now(): number {
    return this.#room.clock.now()
  }

  get #first(): SimulatedDevice<Ours> {
    const [first] = this.devices
    if (!first) throw new Error('nobody is without a device')
    return first
  }

  turn(): void {
    const { now } = this
    if (now < this.begins || this.isOver) return
    if (now >= this.#signsInAt) this.#signIn()
    if (!this.page && now >= this.backAt) {
      this.page = this.pageOn(this.device)
      this.say('opens a page')
    }
    if (now >= this.#actsAt) this.#act()
    if (this.page && !this.device.asleep && now >= this.backAt) this.look(this.page)
  }

  /** @returns the pages of the last visit, one for each device */
  lookIn(): SimulatedPage<Ours>[] {
    this.say('looks in')
    this.isOver = true
    this.#signIn()
    return this.devices.map((device) => {
      device.line.calmDown()
      device.wake()
      return this.pageOn(device)
    })
  }

  protected say(what: string, device = this.device): void {
    const second = Math.round((this.now - this.begins) / 1000)
    this.story.push(`${second} s, device ${this.devices.indexOf(device)}: ${what}`)
  }

  protected roll(below: number): number {
    return Math.floor(this.#dice() * below)
  }

  protected close(page: SimulatedPage<Ours>): void {
    this.lose(page)
    page.kill()
  }

  protected goneFor(seconds: number): void {
    this.page = null
    this.backAt = this.now + seconds * 1000
  }

  /** Without an answer the page is reloaded after a while. */
  protected enter(page: SimulatedPage<Ours>, enter: () => Promise<void>): void {
    const { now } = this
    const asks = this.#asks
    if (asks?.page === page && now >= asks.until) {
      this.say('loads it anew')
      this.close(page)
      this.goneFor(1)
    } else if (asks?.page !== page && now >= this.pressesAt) {
      this.#asks = { page, until: now + 20_000 }
      const again = (ms: number) => {
        if (this.#asks?.page !== page) return
        this.#asks = null
        this.pressesAt = this.now + ms
      }
      enter().then(
        () => again(20_000),
        () => again(3000),
      )
    }
  }

  /** A sign-in replaces the old page. */
  #signIn(): void {
    this.#signsInAt = Number.POSITIVE_INFINITY
    this.say('signs in anew')
    for (const device of this.devices) {
      device.signIn(this.#session)
      for (const page of [...device.pages]) this.close(page)
    }
    this.page = null
    this.pressesAt = 0
  }

  #act(): void {
    const act = this.#acts.shift()
    this.#actsAt = this.#acts[0] ? this.now + this.#acts[0].after * 1000 : Number.POSITIVE_INFINITY
    if (!act || !this.page) return
    this.say(`${act.kind} for ${act.takes} s ${act.one} ${act.other}`)
    const moves: PersonMoves<Ours, Own | CommonActKind> = { ...this.#common, ...this.own }
    moves[act.kind](act, this.page)
  }

  readonly #common: Record<CommonActKind, Move<Ours, Own | CommonActKind>> = {
    kill: ({ takes }, page) => {
      this.close(page)
      this.goneFor(Math.min(takes, 60))
    },
    tab: ({ one }, page) => {
      const others = [...this.device.pages].filter((other) => other !== page)
      this.page = (one && others[this.roll(others.length)]) || null
    },
    sleep: ({ takes, one, other }) => this.device.sleep(Math.min(takes, 120) * 1000, { stands: one, hides: other }),
    offline: ({ takes }) => this.device.offline(takes * 1000),
    setClock: ({ takes, one }) => {
      this.device.skewMs += (one ? 1 : -1) * takes * 1000
    },
    device: () => {
      if (!this.usesTwo) return
      const [first, second] = this.devices
      this.device = this.device === first && second ? second : this.#first
      this.page = [...this.device.pages].at(-1) ?? null
    },
    lapse: ({ takes }) => {
      void this.#room.lapse(this.#studentId).then((session) => {
        this.#session = session
      })
      this.#signsInAt = this.now + takes * 1000
    },
    full: ({ takes }) => this.device.breakStorage('full', takes * 1000),
    gone: ({ takes }) => this.device.breakStorage('gone', takes * 1000),
    silent: ({ takes }) => this.device.breakStorage('silent', takes * 1000),
  }
}
