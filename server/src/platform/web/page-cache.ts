import { LRUCache } from 'lru-cache'

interface Limits<Value> {
  /** how long a page may be served after the moment its making began, ms */
  ttlMs: number
  /** all kept pages together, bytes */
  bytes: number
  sizeOf: (value: Value) => number
  /** a page that is not kept is made for every asker */
  keeps: (value: Value) => boolean
}

/** What was made of a page, kept for a moment. Who asks while it is being made waits for the same one. */
export class PageCache<Value extends object> {
  readonly #kept: LRUCache<string, Value>
  readonly #limits: Limits<Value>
  readonly #making = new Map<string, Promise<Value>>()
  /** grows with every clearing: what was begun before one is not kept after it */
  #age = 0

  constructor(limits: Limits<Value>) {
    this.#limits = limits
    this.#kept = new LRUCache({ maxSize: limits.bytes, sizeCalculation: limits.sizeOf })
  }

  async get(key: string, make: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(key)
    if (kept) return kept
    const others = this.#making.get(key)
    if (others) return others
    const mine = this.#make(key, make)
    this.#making.set(key, mine)
    try {
      return await mine
    } finally {
      if (this.#making.get(key) === mine) this.#making.delete(key)
    }
  }

  /** What visitors see has changed: nothing made or begun before is served to who asks from now on. */
  clear(): void {
    this.#age += 1
    this.#kept.clear()
    this.#making.clear()
  }

  async #make(key: string, make: () => Promise<Value>): Promise<Value> {
    const age = this.#age
    const start = performance.now()
    const value = await make()
    const ttl = this.#limits.ttlMs - (performance.now() - start)
    if (age === this.#age && ttl >= 1 && this.#limits.keeps(value))
      this.#kept.set(key, value, { ttl })
    return value
  }
}
