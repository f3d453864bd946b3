import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

/** Old copies of pages are served while the database is unavailable. */
interface Stale {
  ms: number
  /** Milliseconds to wait for a new page before the old copy is served. */
  patienceMs: number
  bytes: number
}

interface Copy<Value> {
  value: Value
  madeAt: number
}

/** A page, with its age in seconds if it is an old copy. */
export interface CachedPage<Value> {
  value: Value
  staleSeconds: number | null
}

interface Limits<Value> {
  /** Milliseconds that a page may be served after its rendering began. */
  ttlMs: number
  bytes: number
  sizeOf: (value: Value) => number
  /** False for pages that are rendered for each request. */
  keeps: (value: Value) => boolean
  /** Limits of the old copies that are served when rendering fails. If unset, the request for such a page fails. */
  stale?: Stale
}

/** Milliseconds after a failed rendering in which old copies are served without a new try. */
const restMs = 2_000

/** Concurrent requests share one rendering. The last good copy of a page is kept for failures. */
export class PageCache<Value extends object> {
  readonly #kept: LRUCache<string, Value>
  readonly #limits: Limits<Value>
  readonly #making = new Map<string, Promise<Value>>()
  readonly #copies: LRUCache<string, Copy<Value>> | null
  readonly #triedAgainAt = new LRUCache<string, number>({ max: 5000 })
  /** Number of times the cache was cleared. A page is not cached if the number changed while it was rendered. */
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

  async get(key: string, make: () => Promise<Value>): Promise<CachedPage<Value>> {
    const kept = this.#kept.get(key)
    if (kept) return { value: kept, staleSeconds: null }
    const copy = this.#copyOf(key)
    if (copy && performance.now() < (this.#triedAgainAt.get(key) ?? 0)) return copy
    const made = this.#making.get(key) ?? this.#begin(key, make)
    const fresh = made.then((value) => ({ value, staleSeconds: null }))
    if (!copy) return fresh
    return Promise.race([fresh, afterwards(this.#limits.stale?.patienceMs ?? 0, copy)]).catch(() => copy)
  }

  clear(): void {
    this.clearKept()
    this.#copies?.clear()
  }

  /** Clears the cache but keeps old copies for failures, because it is unknown what has changed. */
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

  #copyOf(key: string): CachedPage<Value> | undefined {
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

export function toStalePageHeaders(seconds: number): Record<string, string> {
  return { age: String(seconds), warning: '110 - "Response is Stale"' }
}

function afterwards<Value>(ms: number, value: Value): Promise<Value> {
  return delay(ms, value, { ref: false })
}
