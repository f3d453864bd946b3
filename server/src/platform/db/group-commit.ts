import { Refusal, refuse } from '../errors.ts'
import { isConnectionLost } from './connection-lost.ts'

/** What became of an item: its result, a refusal to throw, or another writer was faster: try again. */
export type Outcome<Result> = { result: Result } | { error: unknown } | 'again'

interface Waiting<Item, Result> {
  item: Item
  tries: number
  resolve(result: Result): void
  reject(error: unknown): void
}

const mostInBatch = 400
const mostWaiting = 4000
const mostWaitingOfOne = 60
const mostTries = 40

/**
 * Commits many small writes together without a timer (stack.md Heartbeats): flushes at once when
 * nothing is in flight, else collects until that returns. An owner's items go in order, one a batch.
 * Each is answered after its commit; one that fails does not fail the others.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: (items: Item[]) => Promise<Outcome<Result>[]>
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>()
  #count = 0
  #inFlight = false

  constructor(commit: (items: Item[]) => Promise<Outcome<Result>[]>) {
    this.#commit = commit
  }

  /** @throws Refusal common.busy when too much waits, or the database went away: safe to repeat */
  submit(owner: string, item: Item): Promise<Result> {
    const line = this.#waiting.get(owner)
    if (this.#count >= mostWaiting || (line && line.length >= mostWaitingOfOne))
      return refuse('common.busy')
    const promise = new Promise<Result>((resolve, reject) => {
      const entry = { item, tries: 0, resolve, reject }
      if (line) line.push(entry)
      else this.#waiting.set(owner, [entry])
    })
    this.#count += 1
    if (!this.#inFlight) void this.#flush()
    return promise
  }

  async #flush(): Promise<void> {
    this.#inFlight = true
    while (this.#count > 0) {
      const batch = this.#take()
      const outcomes = await this.#try(batch.map(([, entry]) => entry.item))
      batch.forEach(([owner, entry], index) => {
        this.#settle(owner, entry, outcomes[index] ?? 'again')
      })
    }
    this.#inFlight = false
  }

  /** The first of each owner; who has more waits behind the others. */
  #take(): [string, Waiting<Item, Result>][] {
    const batch: [string, Waiting<Item, Result>][] = []
    const later: [string, Waiting<Item, Result>[]][] = []
    for (const [owner, line] of this.#waiting) {
      const first = line.shift()
      this.#waiting.delete(owner)
      if (!first) continue
      batch.push([owner, first])
      if (line.length > 0) later.push([owner, line])
      if (batch.length === mostInBatch) break
    }
    for (const [owner, line] of later) this.#waiting.set(owner, line)
    this.#count -= batch.length
    return batch
  }

  async #try(items: Item[]): Promise<Outcome<Result>[]> {
    try {
      return await this.#commit(items)
    } catch (error) {
      if (isConnectionLost(error)) return items.map(() => ({ error: new Refusal('common.busy') }))
      if (items.length === 1) return [{ error }]
    }
    // one of them is at fault: alone, it fails alone
    const outcomes: Outcome<Result>[] = []
    for (const item of items) outcomes.push(...(await this.#try([item])))
    return outcomes
  }

  #settle(owner: string, entry: Waiting<Item, Result>, outcome: Outcome<Result>): void {
    if (outcome !== 'again') {
      if ('result' in outcome) entry.resolve(outcome.result)
      else entry.reject(outcome.error)
      return
    }
    entry.tries += 1
    if (entry.tries === mostTries) {
      entry.reject(new Refusal('common.busy'))
      return
    }
    this.#count += 1
    const line = this.#waiting.get(owner)
    if (line) line.unshift(entry)
    else this.#waiting.set(owner, [entry])
  }
}
