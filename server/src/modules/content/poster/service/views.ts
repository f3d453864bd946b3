import { LRUCache } from 'lru-cache'
import type { Db } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { addPosterViews } from '../store/published.ts'

const flushMs = 4000
const againMs = 30 * 60_000

/** Counts views in memory, so that reading causes no write; a crash loses a few seconds. */
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

  /** Keeps the counted views in memory if the database is down. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const views = this.#waiting
    if (views.size === 0) return
    this.#waiting = new Map()
    await addPosterViews(this.#db, views).catch(() => {
      for (const [id, count] of views) this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + count)
      this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref()
    })
  }
}

const counters = new WeakMap<Db, ViewCounter>()

/** Counts a view in memory, without a database query. */
export function countPosterView(deps: Pick<Deps, 'db'>, id: string, ip: string): void {
  let counter = counters.get(deps.db)
  if (!counter) {
    counter = new ViewCounter(deps.db)
    counters.set(deps.db, counter)
  }
  counter.count(id, ip)
}

/** The process calls this when it stops, so that no views are lost. */
export async function flushPosterViews(deps: Pick<Deps, 'db'>): Promise<void> {
  await counters.get(deps.db)?.flush()
}
