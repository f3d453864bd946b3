import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

/** Last good copies, served when a page cannot be made: the database may be away for hours. */
interface Stale {
  /** how old a copy may be, ms */
  ms: number
  /** how long somebody waits for a new one before the copy is served instead, ms */
  patienceMs: number
  /** all copies together, bytes */
  bytes: number
}

interface Copy<Value> {
  value: Value
  /** by this process's monotonic clock */
  madeAt: number
}

/** A page, and how many seconds ago it was made where no newer one could be. */
export interface Served<Value> {
  value: Value
  staleSeconds: number | null
}

interface Limits<Value> {
  /** how long a page may be served after the moment its making began, ms */
  ttlMs: number
  /** all kept pages together, bytes */
  bytes: number
  sizeOf: (value: Value) => number
  /** a page that is not kept is made for every asker */
  keeps: (value: Value) => boolean
  /** undefined: a page that cannot be made fails */
  stale?: Stale
}

/** after a failure, copies are served for so long before a page is tried again, ms */
const restMs = 2_000

/**
 * What was made of a page, kept for a moment. Who asks while it is being made waits for the same one. The last good copy stays for when
 * it cannot be made.
 */
export class PageCache<Value extends object> {
  readonly #kept: LRUCache<string, Value>
  readonly #limits: Limits<Value>
  readonly #making = new Map<string, Promise<Value>>()
  readonly #copies: LRUCache<string, Copy<Value>> | null
  readonly #triedAgainAt = new LRUCache<string, number>({ max: 5000 })
  /** grows with every clearing: what was begun before one is not kept after it */
  #age = 0

  constructor(limits: Limits<Value>) {
    this.#limits = limits
    this.#kept = new LRUCache({ maxSize: limits.bytes, sizeCalculation: limits.sizeOf })
    this.#copies = limits.stale
      ? new LRUCache({
          maxSize: limits.stale.bytes,
          sizeCalculation: ({ value }) => limits.sizeOf(value),
        })
      : null
  }

  async get(key: string, make: () => Promise<Value>): Promise<Served<Value>> {
    const kept = this.#kept.get(key)
    if (kept) return { value: kept, staleSeconds: null }
    const copy = this.#copyOf(key)
    if (copy && performance.now() < (this.#triedAgainAt.get(key) ?? 0)) return copy
    const made = this.#making.get(key) ?? this.#begin(key, make)
    const fresh = made.then((value) => ({ value, staleSeconds: null }))
    if (!copy) return fresh
    return Promise.race([fresh, afterwards(this.#limits.stale?.patienceMs ?? 0, copy)]).catch(
      () => copy,
    )
  }

  /** What visitors see has changed: nothing made or begun before is served to who asks from now on. */
  clear(): void {
    this.clearKept()
    this.#copies?.clear()
  }

  /** What visitors see may have changed, and nobody can tell: pages are made anew, and copies stay for when they cannot be. */
  clearKept(): void {
    this.#age += 1
    this.#kept.clear()
    this.#making.clear()
  }

  #begin(key: string, make: () => Promise<Value>): Promise<Value> {
    const mine = this.#make(key, make)
    this.#making.set(key, mine)
    const end = () => {
      if (this.#making.get(key) === mine) this.#making.delete(key)
    }
    mine.then(end, () => {
      end()
      this.#triedAgainAt.set(key, performance.now() + restMs)
    })
    return mine
  }

  #copyOf(key: string): Served<Value> | undefined {
    const copy = this.#copies?.get(key)
    const ms = copy ? performance.now() - copy.madeAt : 0
    if (!copy || ms > (this.#limits.stale?.ms ?? 0)) return undefined
    return { value: copy.value, staleSeconds: Math.round(ms / 1000) }
  }

  async #make(key: string, make: () => Promise<Value>): Promise<Value> {
    const age = this.#age
    const start = performance.now()
    const value = await make()
    const ttl = this.#limits.ttlMs - (performance.now() - start)
    if (age !== this.#age || !this.#limits.keeps(value)) return value
    if (ttl >= 1) this.#kept.set(key, value, { ttl })
    this.#copies?.set(key, { value, madeAt: start })
    return value
  }
}

/** How an answer says to operators that it is a copy of before. */
export function staleHeaders(seconds: number): Record<string, string> {
  return { age: String(seconds), warning: '110 - "Response is Stale"' }
}

/** The value, after so many milliseconds; a process need not wait for it to end. */
function afterwards<Value>(ms: number, value: Value): Promise<Value> {
  return delay(ms, value, { ref: false })
}
