import { IDBFactory } from 'fake-indexeddb'
import { storage } from '../../../client/test/storage.ts'
import type { RoomClock } from './clock.ts'
import { Line, type Weather } from './line.ts'
import { Locks } from './locks.ts'
import type { Page } from './page.ts'

/** A browser on somebody's table: what its pages share. */
export class Device<Ours> {
  readonly clock: RoomClock
  readonly line: Line
  readonly indexedDB = new IDBFactory()
  readonly localStorage = storage()
  readonly locks = new Locks()
  readonly pages = new Set<Page<Ours>>()
  /** so many pages, ever */
  opened = 0
  /** its database: keeps nothing more, is not to be opened, or neither answers nor fails */
  storage: 'well' | 'full' | 'gone' | 'silent' = 'well'
  /** the clock on its screen less the room's, ms */
  skewMs = 0
  /** what the steady clock has lost while it slept, ms */
  stoodStillMs = 0
  #sleptMs = 0
  #fellAsleepAt: number | null = null
  /** for the story of how it went */
  say: (what: string) => void = () => {}
  #wakes = () => {}
  /** the timers that end the two, by their numbers */
  #wakesBy: number | undefined
  #mendsBy: number | undefined

  constructor(clock: RoomClock, session: object, weather: Weather) {
    this.clock = clock
    this.line = new Line(clock, weather)
    this.signIn(session)
  }

  signIn(session: object): void {
    this.localStorage.setItem('user', JSON.stringify(session))
  }

  get asleep(): boolean {
    return this.#fellAsleepAt !== null
  }

  /** Epoch ms, less all the time that it slept: what it plays has gone on for so long. */
  awakeNow(): number {
    return (this.#fellAsleepAt ?? this.clock.now()) - this.#sleptMs
  }

  shownNow(): number {
    return this.clock.now() + this.skewMs
  }

  /** What one page says all others hear, in a moment. */
  broadcast(from: Page<Ours>, channel: string, message: unknown): void {
    const data = structuredClone(message)
    setImmediate(() => {
      for (const page of this.pages) if (page !== from) page.hear(channel, data)
    })
  }

  /** The lid is closed: nothing goes on, and nothing arrives. `stands`: the steady clock stands as well, as a locked phone's does. */
  sleep(ms: number, { stands, hides }: { stands: boolean; hides: boolean }): void {
    this.wake()
    const began = this.clock.now()
    this.#fellAsleepAt = began
    if (hides) for (const page of this.pages) page.show(false)
    this.#wakes = () => {
      this.#fellAsleepAt = null
      this.#sleptMs += this.clock.now() - began
      if (stands) this.stoodStillMs += this.clock.now() - began
      if (hides) for (const page of this.pages) page.show(true)
    }
    this.#wakesBy = this.clock.at(began + ms, () => this.wake())
  }

  wake(): void {
    this.clock.drop(this.#wakesBy)
    const wakes = this.#wakes
    this.#wakes = () => {}
    wakes()
  }

  /** `gone`: a connection that was open is gone, too. */
  breakStorage(how: 'full' | 'gone' | 'silent', ms: number): void {
    this.storage = how
    if (how === 'gone') for (const page of this.pages) page.loseStorage()
    if (how === 'silent') void this.#holdStorage()
    this.clock.drop(this.#mendsBy)
    this.#mendsBy = this.clock.at(this.clock.now() + ms, () => {
      this.storage = 'well'
    })
  }

  /** Somebody else's change, which does not come to its end: whatever pages ask for waits behind it. */
  async #holdStorage(): Promise<void> {
    for (const { name = '' } of await this.indexedDB.databases()) {
      const opening = this.indexedDB.open(name)
      opening.onsuccess = () => {
        const database = opening.result
        const [table, ...others] = database.objectStoreNames
        if (!table) throw new Error('no page has made it')
        const change = database.transaction([table, ...others], 'readwrite')
        change.oncomplete = () => database.close()
        const goOn = () => {
          if (this.storage === 'silent') change.objectStore(table).count().onsuccess = goOn
        }
        goOn()
      }
    }
  }

  offline(ms: number): void {
    this.line.cut(ms, () => {
      for (const page of this.pages) page.tell('online')
    })
  }
}
