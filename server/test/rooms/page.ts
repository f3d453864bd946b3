import * as indexedDb from 'fake-indexeddb'
import { IDBFactory } from 'fake-indexeddb'
import { build } from 'vite'
import { createTestStorage } from '../../../client/test/storage.ts'
import type { RoomClock } from './clock.ts'
import { SimulatedLocks } from './locks.ts'
import { type NetworkConditions, SimulatedNetwork } from './network.ts'

export type PageScript<Ours, Given extends unknown[]> = (...scope: unknown[]) => {
  openPage(...given: Given): Ours
}

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
  ...['Date', 'performance', 'navigator', 'document', 'localStorage', 'BroadcastChannel', 'addEventListener'],
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

/** @param entry name of a script in client/test/, which every simulated page runs for itself */
export async function loadPageScript<Ours, Given extends unknown[]>(entry: string): Promise<PageScript<Ours, Given>> {
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
  return new Function(...names, `${one.output[0].code}\nreturn script`) as PageScript<Ours, Given>
}

type Listener = (event: unknown) => void

interface Database {
  transaction(names: string[], mode?: string, options?: object): unknown
  close(): void
}

/** One tab with this device's storage, clock and network. */
export class SimulatedPage<Ours> {
  readonly device: SimulatedDevice<Ours>
  readonly ours: Ours
  isGone = false
  readonly #no: number
  #hidden = false
  readonly #databases: Database[] = []
  readonly #openedAt: number
  readonly #listeners = new Map<string, Set<Listener>>()

  /** @param open runs the page's script with its globals */
  constructor(device: SimulatedDevice<Ours>, open: (scope: unknown[], page: SimulatedPage<Ours>) => Ours) {
    this.device = device
    this.#openedAt = this.#steady()
    device.pages.add(this)
    device.opened += 1
    this.#no = device.opened
    const scope = this.#scope()
    const around = names.map((name) => scope[name])
    this.ours = open(around, this)
  }

  /** Closes the page like a killed browser, without its last events. */
  kill(): void {
    this.isGone = true
    this.device.pages.delete(this)
    this.device.locks.release(this)
    this.loseStorage()
  }

  loseStorage(): void {
    for (const database of this.#databases.splice(0)) database.close()
  }

  /**
   * Opens the device's database. After the page is gone, its running requests still finish, as in a browser, but no new
   * ones start.
   */
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

  /** `setTimeout` of the page. @returns the timer's number */
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

  readonly #listen = (what: string, listener: Listener, { signal }: { signal?: AbortSignal } = {}) => {
    const all = this.#listeners.get(what) ?? new Set()
    this.#listeners.set(what, all.add(listener))
    signal?.addEventListener('abort', () => all.delete(listener))
  }

  readonly #unlisten = (what: string, listener: Listener) => this.#listeners.get(what)?.delete(listener)

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
        addEventListener = (_: string, listener: Listener) => page.#listen(`channel ${this.#name}`, listener)
        removeEventListener = (_: string, listener: Listener) => page.#unlisten(`channel ${this.#name}`, listener)
      },
      indexedDB: { open: (name: string, version: number) => this.#open(name, version) },
    }
    return Object.assign(scope, { globalThis: scope, window: scope, self: scope })
  }
}

function timeout(ms: number, after: (run: () => void, ms: number) => unknown): AbortSignal {
  const ends = new AbortController()
  after(() => ends.abort(new DOMException('timed out', 'TimeoutError')), ms)
  return ends.signal
}

export class SimulatedDevice<Ours> {
  readonly clock: RoomClock
  readonly line: SimulatedNetwork
  readonly indexedDB = new IDBFactory()
  readonly localStorage = createTestStorage()
  readonly locks = new SimulatedLocks()
  readonly pages = new Set<SimulatedPage<Ours>>()
  opened = 0
  /** State of the device's database: working, full, impossible to open, or silent. */
  storage: 'well' | 'full' | 'gone' | 'silent' = 'well'
  /** Difference in ms between the device's clock and the simulated time. */
  skewMs = 0
  /** Total ms in which the device's steady clock stood still. */
  stoodStillMs = 0
  #sleptMs = 0
  #fellAsleepAt: number | null = null
  say: (what: string) => void = () => {}
  #wakes = () => {}
  #wakesBy: number | undefined
  #mendsBy: number | undefined

  constructor(clock: RoomClock, session: object, weather: NetworkConditions) {
    this.clock = clock
    this.line = new SimulatedNetwork(clock, weather)
    this.signIn(session)
  }

  signIn(session: object): void {
    this.localStorage.setItem('user', JSON.stringify(session))
  }

  get asleep(): boolean {
    return this.#fellAsleepAt !== null
  }

  /** Epoch ms without the time in which the device slept. */
  awakeNow(): number {
    return (this.#fellAsleepAt ?? this.clock.now()) - this.#sleptMs
  }

  shownNow(): number {
    return this.clock.now() + this.skewMs
  }

  /** Delivers a page's message to all other pages of the device after a moment. */
  broadcast(from: SimulatedPage<Ours>, channel: string, message: unknown): void {
    const data = structuredClone(message)
    setImmediate(() => {
      for (const page of this.pages) if (page !== from) page.hear(channel, data)
    })
  }

  /** Puts the device to sleep. `stands` also stops the steady clock, as on a locked phone. */
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

  /** `gone` also breaks open connections to the database. */
  breakStorage(how: 'full' | 'gone' | 'silent', ms: number): void {
    this.storage = how
    if (how === 'gone') for (const page of this.pages) page.loseStorage()
    if (how === 'silent') void this.#holdStorage()
    this.clock.drop(this.#mendsBy)
    this.#mendsBy = this.clock.at(this.clock.now() + ms, () => {
      this.storage = 'well'
    })
  }

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
