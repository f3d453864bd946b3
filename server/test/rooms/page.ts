import * as indexedDb from 'fake-indexeddb'
import { build } from 'vite'
import type { Device } from './device.ts'

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
