import { inTransaction } from '../../src/platform/db/database.ts'
import { deps } from '../world.ts'
import type { RoomClock } from './clock.ts'
import { diceOf } from './line.ts'
import type { Act, CommonKind, Manners } from './manners.ts'
import { Device, type Page } from './page.ts'

/** What surrounds all of them. */
export interface Room {
  clock: RoomClock
  /** every session of a student ends. @returns another for each of their devices */
  lapse(studentId: string): Promise<object>
}

/** Whoever signs in anew, as on another day. @returns the new session, as a browser keeps it */
export async function lapse(id: string): Promise<object> {
  const { db, sessions } = await deps()
  const token = await inTransaction(db, async (tx) => {
    await sessions.revoke(tx, id, {})
    return sessions.issue(tx, id)
  })
  return { token, userInfo: { id } }
}

type Move<Ours, Kind extends string> = (act: Act<Kind>, page: Page<Ours>) => void
export type Moves<Ours, Own extends string> = Record<Own, Move<Ours, Own | CommonKind>>

/** Somebody with one or two devices, whose browsers, lines and sessions are as theirs are. `Own`: what only the people of this room do. */
export abstract class Person<Ours, Own extends string> {
  readonly devices: Device<Ours>[]
  /** how it went, for whoever looks for a fault */
  readonly story: string[] = []
  readonly begins: number
  protected device: Device<Ours>
  /** the one they look at */
  protected page: Page<Ours> | null = null
  protected backAt = 0
  /** not before then do they press anything again */
  protected pressesAt = 0
  protected isOver = false
  protected abstract readonly own: Moves<Ours, Own>
  readonly #room: Room
  readonly #studentId: string
  readonly #usesTwo: boolean
  readonly #acts: Act<Own | CommonKind>[]
  readonly #dice: () => number
  #actsAt: number
  #session: object
  #signsInAt = Number.POSITIVE_INFINITY
  /** what the page they look at is asked for, and when they give it up */
  #asks: { page: Page<Ours>; until: number } | null = null

  constructor(
    room: Room,
    student: { id: string; session: object },
    manners: Manners<Own | CommonKind>,
  ) {
    this.#room = room
    this.#studentId = student.id
    this.#session = student.session
    this.#usesTwo = manners.two
    this.#acts = [...manners.acts]
    this.#dice = diceOf(manners.dice)
    this.devices = manners.weathers.map(
      (weather) => new Device<Ours>(room.clock, student.session, weather),
    )
    for (const device of this.devices) device.say = (what) => this.say(what, device)
    this.device = this.#first
    this.begins = room.clock.now() + manners.begins * 1000
    this.#actsAt = this.begins + 1000 * (manners.calmFor + (this.#acts[0]?.after ?? 0))
  }

  /** A second passes before the page they look at. */
  protected abstract look(page: Page<Ours>): void
  /** Opens one more. */
  protected abstract pageOn(device: Device<Ours>): Page<Ours>
  /** It is about to be killed. */
  protected abstract lose(page: Page<Ours>): void

  get usesTwo(): boolean {
    return this.#usesTwo
  }

  protected get now(): number {
    return this.#room.clock.now()
  }

  get #first(): Device<Ours> {
    const [first] = this.devices
    if (!first) throw new Error('nobody is without a device')
    return first
  }

  /** A second of the room. */
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

  /** It is over, and the lines are well: they look in once more, on each device. @returns the pages */
  lookIn(): Page<Ours>[] {
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

  protected close(page: Page<Ours>): void {
    this.lose(page)
    page.kill()
  }

  protected goneFor(seconds: number): void {
    this.page = null
    this.backAt = this.now + seconds * 1000
  }

  /** Asks for what is to be done on a page; after a while without an answer it is loaded anew. */
  protected enter(page: Page<Ours>, enter: () => Promise<void>): void {
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

  /** The page before is gone, as after every sign-in. */
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
    const moves: Moves<Ours, Own | CommonKind> = { ...this.#common, ...this.own }
    moves[act.kind](act, this.page)
  }

  readonly #common: Record<CommonKind, Move<Ours, Own | CommonKind>> = {
    kill: ({ takes }, page) => {
      this.close(page)
      this.goneFor(Math.min(takes, 60))
    },
    tab: ({ one }, page) => {
      const others = [...this.device.pages].filter((other) => other !== page)
      this.page = (one && others[this.roll(others.length)]) || null
    },
    sleep: ({ takes, one, other }) =>
      this.device.sleep(Math.min(takes, 120) * 1000, { stands: one, hides: other }),
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
