import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { addViews } from '../store/published.ts'

const flushMs = 4000
/** the same reader from the same address counts once in so long */
const againMs = 30 * 60_000

/** Views of one process, gathered so that a read stays a read. A process that is killed loses a few seconds of them. */
class ViewCounter {
  readonly #db: Db
  readonly #seen = new LRUCache<string, true>({ max: 50_000, ttl: againMs })
  #waiting = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(db: Db) {
    this.#db = db
  }

  count(id: string, ip: string): void {
    const reader = `${id} ${ip}`
    if (this.#seen.has(reader)) return
    this.#seen.set(reader, true)
    this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + 1)
    this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref()
  }

  /** Writes what has gathered. A database that is away keeps it waiting. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const views = this.#waiting
    if (views.size === 0) return
    this.#waiting = new Map()
    await addViews(this.#db, views).catch(() => {
      for (const [id, count] of views) this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + count)
      this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref()
    })
  }
}

const counters = new WeakMap<Db, ViewCounter>()

/** Counts a reader of an item; costs no query. For pages served from memory too. */
export function countView(deps: Pick<Deps, 'db'>, id: string, ip: string): void {
  let counter = counters.get(deps.db)
  if (!counter) {
    counter = new ViewCounter(deps.db)
    counters.set(deps.db, counter)
  }
  counter.count(id, ip)
}

/** Before the process ends. */
export async function flushViews(deps: Pick<Deps, 'db'>): Promise<void> {
  await counters.get(deps.db)?.flush()
}
