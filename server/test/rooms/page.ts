import * as indexedDb from 'fake-indexeddb'
import { IDBFactory } from 'fake-indexeddb'
import { build } from 'vite'
import { storage } from '../../../client/test/storage.ts'
import type { RoomClock } from './clock.ts'
import { Line, type Weather } from './line.ts'
import { Locks } from './locks.ts'

/** The portal's own code as a page runs it, opened for somebody. */
export type Script<Ours, Given extends unknown[]> = (...scope: unknown[]) => {
  openPage(...given: Given): Ours
}

/** What a page finds around it; everything else is the language's. */
const names = [
  ...[
    'globalThis',
    'window',
    'self',
    'fetch',
    'AbortSignal',
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
  ],
  ...[
    'Date',
    'performance',
    'navigator',
    'document',
    'localStorage',
    'BroadcastChannel',
    'addEventListener',
  ],
  ...[
    'removeEventListener',
    'indexedDB',
    'IDBKeyRange',
    'IDBDatabase',
    'IDBObjectStore',
    'IDBIndex',
    'IDBCursor',
    'IDBTransaction',
  ],
  ...['IDBRequest', 'process'],
]

/** @param entry of client/test/: the pages' own code, as one script; each page runs it anew */
export async function pageScript<Ours, Given extends unknown[]>(
  entry: string,
): Promise<Script<Ours, Given>> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      target: 'es2024',
      lib: {
        entry: new URL(`../../../client/test/${entry}`, import.meta.url).pathname,
        formats: ['iife'],
        name: 'script',
      },
    },
  })
  const [one] = [built].flat()
  if (!one || !('output' in one)) throw new Error('the page was not built')
  return new Function(...names, `${one.output[0].code}\nreturn script`) as Script<Ours, Given>
}

type Listener = (event: unknown) => void

/** Of an IDBDatabase. */
interface Database {
  transaction(names: string[], mode?: string, options?: object): unknown
  close(): void
}

/** One tab: the portal's own code with this device's storage, clock and line. */
export class Page<Ours> {
  readonly device: Device<Ours>
  readonly ours: Ours
  isGone = false
  readonly #no: number
  #hidden = false
  readonly #databases: Database[] = []
  readonly #openedAt: number
  readonly #listeners = new Map<string, Set<Listener>>()

  /** @param open runs its script with what is around it */
  constructor(device: Device<Ours>, open: (scope: unknown[], page: Page<Ours>) => Ours) {
    this.device = device
    this.#openedAt = this.#steady()
    device.pages.add(this)
    device.opened += 1
    this.#no = device.opened
    const scope = this.#scope()
    const around = names.map((name) => scope[name])
    this.ours = open(around, this)
  }

  /** As when the browser is killed: no last word. */
  kill(): void {
    this.isGone = true
    this.device.pages.delete(this)
    this.device.locks.release(this)
    this.loseStorage()
  }

  loseStorage(): void {
    for (const database of this.#databases.splice(0)) database.close()
  }

  /** What it has asked of the device's database is done, as a browser does; nothing that it would ask for next. */
  #open(...given: [name: string, version: number]) {
    const { device } = this
    if (device.storage === 'gone') throw new DOMException('no storage', 'UnknownError')
    const asked = device.indexedDB.open(...given)
    asked.addEventListener('success', () => {
      const database: Database = asked.result
      this.#databases.push(database)
      if (this.isGone) database.close()
      const { transaction } = database
      database.transaction = (...asked) => {
        const isFull = device.storage === 'full' && asked[1] === 'readwrite'
        if (isFull) throw new DOMException('no room', 'QuotaExceededError')
        return transaction.apply(database, asked)
      }
    })
    return asked
  }

  say(what: string): void {
    this.device.say(`page ${this.#no}: ${what}`)
  }

  holds(): 'run' | 'wait' | 'drop' {
    if (this.isGone) return 'drop'
    return this.device.asleep ? 'wait' : 'run'
  }

  /** As `setTimeout` in it. @returns the timer's number */
  after(ms: number, run: () => void): number {
    const { clock } = this.device
    return clock.at(clock.now() + ms, run, () => this.holds())
  }

  tell(what: string, event: unknown = {}): void {
    for (const listener of [...(this.#listeners.get(what) ?? [])]) listener(event)
  }

  hear(channel: string, data: unknown): void {
    this.tell(`channel ${channel}`, { data })
  }

  show(shown: boolean): void {
    this.#hidden = !shown
    this.tell('visibilitychange')
  }

  #steady(): number {
    return this.device.clock.now() - this.device.stoodStillMs
  }

  readonly #listen = (
    what: string,
    listener: Listener,
    { signal }: { signal?: AbortSignal } = {},
  ) => {
    const all = this.#listeners.get(what) ?? new Set()
    this.#listeners.set(what, all.add(listener))
    signal?.addEventListener('abort', () => all.delete(listener))
  }

  readonly #unlisten = (what: string, listener: Listener) =>
    this.#listeners.get(what)?.delete(listener)

  #scope(): Record<string, unknown> {
    const { device } = this
    const { clock } = device
    const page = this
    const listening = { addEventListener: this.#listen, removeEventListener: this.#unlisten }
    const after = (run: () => void, ms = 0) => this.after(ms, run)
    const every = (run: () => void, ms: number) => {
      const timer = { no: 0 }
      const again = () => {
        timer.no = after(again, ms)
        run()
      }
      timer.no = after(again, ms)
      return timer
    }
    const scope: Record<string, unknown> = {
      ...indexedDb,
      ...listening,
      fetch: (path: string, init: RequestInit = {}) => device.line.fetch(page, path, init),
      AbortSignal: {
        any: AbortSignal.any.bind(AbortSignal),
        timeout: (ms: number) => timeout(ms, after),
      },
      setTimeout: after,
      clearTimeout: (no?: number) => clock.drop(no),
      setInterval: every,
      clearInterval: (timer?: { no: number }) => clock.drop(timer?.no),
      Date: class extends Date {
        constructor(...given: [number]) {
          super(...(given.length > 0 ? given : ([device.shownNow()] as [number])))
        }
        static override now = () => device.shownNow()
      },
      performance: { timeOrigin: device.shownNow(), now: () => this.#steady() - this.#openedAt },
      navigator: { locks: device.locks.of(this), onLine: true },
      document: {
        get hidden() {
          return page.#hidden
        },
        ...listening,
      },
      localStorage: device.localStorage,
      BroadcastChannel: class {
        readonly #name: string
        constructor(name: string) {
          this.#name = name
        }
        postMessage = (data: unknown) => device.broadcast(page, this.#name, data)
        addEventListener = (_: string, listener: Listener) =>
          page.#listen(`channel ${this.#name}`, listener)
        removeEventListener = (_: string, listener: Listener) =>
          page.#unlisten(`channel ${this.#name}`, listener)
      },
      indexedDB: { open: (name: string, version: number) => this.#open(name, version) },
    }
    return Object.assign(scope, { globalThis: scope, window: scope, self: scope })
  }
}

/** Ends by the page's clock. */
function timeout(ms: number, after: (run: () => void, ms: number) => unknown): AbortSignal {
  const ends = new AbortController()
  after(() => ends.abort(new DOMException('timed out', 'TimeoutError')), ms)
  return ends.signal
}

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
