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
 * Commits many small writes together without a timer (stack.md Heartbeats): flushes at once when a lane is
 * free, else collects until one is. An owner's items go in order, never two at a time. Each is
 * answered after its commit; one that fails does not fail the others.
 */
export class GroupCommit<Item, Result> {
  readonly #commit: (items: Item[]) => Promise<Outcome<Result>[]>
  readonly #lanes: number
  #flushing = 0
  #count = 0
  /** what may be taken, by owner */
  readonly #ready = new Map<string, Waiting<Item, Result>[]>()
  /** behind an item in flight, by owner */
  readonly #behind = new Map<string, Waiting<Item, Result>[]>()

  /** @param lanes batches in flight at a time: while one waits for the disk, another is made */
  constructor(commit: (items: Item[]) => Promise<Outcome<Result>[]>, lanes = 1) {
    this.#commit = commit
    this.#lanes = lanes
  }

  /** @throws Refusal common.busy when too much waits, or the database went away: safe to repeat */
  submit(owner: string, item: Item): Promise<Result> {
    const line = this.#behind.get(owner) ?? this.#ready.get(owner)
    if (this.#count >= mostWaiting || (line && line.length >= mostWaitingOfOne))
      return refuse('common.busy')
    const promise = new Promise<Result>((resolve, reject) => {
      const entry = { item, tries: 0, resolve, reject }
      if (line) line.push(entry)
      else this.#ready.set(owner, [entry])
    })
    this.#count += 1
    if (this.#flushing < this.#lanes) {
      this.#flushing += 1
      // what arrived together goes together
      setImmediate(() => void this.#flush())
    }
    return promise
  }

  async #flush(): Promise<void> {
    while (this.#ready.size > 0) {
      const batch = this.#take()
      const outcomes = await this.#try(batch.map(([, entry]) => entry.item))
      const answers = batch.map(([owner, entry], index) =>
        this.#settle(owner, entry, outcomes[index] ?? 'again'),
      )
      // the next batch goes out first: the database works while we answer
      setImmediate(() => {
        for (const answer of answers) answer?.()
      })
    }
    this.#flushing -= 1
  }

  /** The first of each owner. */
  #take(): [string, Waiting<Item, Result>][] {
    const batch: [string, Waiting<Item, Result>][] = []
    for (const [owner, line] of this.#ready) {
      this.#ready.delete(owner)
      this.#behind.set(owner, line)
      const first = line.shift()
      if (first) batch.push([owner, first])
      if (batch.length === mostInBatch) break
    }
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

  /** Makes way for the owner's next. @returns how to answer, nothing if it is tried again */
  #settle(
    owner: string,
    entry: Waiting<Item, Result>,
    outcome: Outcome<Result>,
  ): (() => void) | undefined {
    const line = this.#behind.get(owner) ?? []
    this.#behind.delete(owner)
    entry.tries += 1
    const again = outcome === 'again' && entry.tries < mostTries
    if (again) line.unshift(entry)
    else this.#count -= 1
    if (line.length > 0) this.#ready.set(owner, line)
    if (again) return undefined
    if (outcome === 'again') return () => entry.reject(new Refusal('common.busy'))
    return 'result' in outcome
      ? () => entry.resolve(outcome.result)
      : () => entry.reject(outcome.error)
  }
}
