import { IDBFactory } from 'fake-indexeddb'
import { storage } from '../../../client/test/storage.ts'
import type { RoomClock } from './clock.ts'
import { Line, type Weather } from './line.ts'
import { Locks } from './locks.ts'
import type { Page } from './page.ts'

/** A browser on somebody's table: what its pages share. */
export class Device {
  readonly clock: RoomClock
  readonly line: Line
  readonly indexedDB = new IDBFactory()
  readonly localStorage = storage()
  readonly locks = new Locks()
  readonly pages = new Set<Page>()
  /** so many pages, ever */
  opened = 0
  /** its database: keeps nothing more, or is not to be opened */
  storage: 'well' | 'full' | 'gone' = 'well'
  /** the clock on its screen less the room's, ms */
  skewMs = 0
  /** what the steady clock has lost while it slept, ms */
  stoodStillMs = 0
  asleep = false
  /** for the story of how it went */
  say: (what: string) => void = () => {}
  #wakes = () => {}

  constructor(clock: RoomClock, session: object, weather: Weather) {
    this.clock = clock
    this.line = new Line(clock, weather)
    this.signIn(session)
  }

  signIn(session: object): void {
    this.localStorage.setItem('user', JSON.stringify(session))
  }

  shownNow(): number {
    return this.clock.now() + this.skewMs
  }

  /** What one page says all others hear, in a moment. */
  broadcast(from: Page, channel: string, message: unknown): void {
    const data = structuredClone(message)
    setImmediate(() => {
      for (const page of this.pages) if (page !== from) page.hear(channel, data)
    })
  }

  /** The lid is closed: nothing goes on, and nothing arrives. `stands`: the steady clock stands as well, as a locked phone's does. */
  sleep(ms: number, { stands, hides }: { stands: boolean; hides: boolean }): void {
    this.asleep = true
    if (hides) for (const page of this.pages) page.show(false)
    const began = this.clock.now()
    this.#wakes = () => {
      if (stands) this.stoodStillMs += this.clock.now() - began
      if (hides) for (const page of this.pages) page.show(true)
    }
    this.clock.at(began + ms, () => this.wake())
  }

  wake(): void {
    const wakes = this.#wakes
    this.#wakes = () => {}
    this.asleep = false
    wakes()
  }

  /** A connection that was open is gone, too. */
  breakStorage(how: 'full' | 'gone', ms: number): void {
    this.storage = how
    if (how === 'gone') for (const page of this.pages) page.loseStorage()
    this.clock.at(this.clock.now() + ms, () => {
      this.storage = 'well'
    })
  }

  offline(ms: number): void {
    this.line.cut(ms, () => {
      for (const page of this.pages) page.tell('online')
    })
  }
}
