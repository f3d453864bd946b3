import { Refusal, refuse } from '../errors.ts'
import { groupCommitBatchSize } from '../observability/metrics.ts'
import { measureQueue } from '../observability/queues.ts'
import { isDatabaseUnavailable } from './connection-lost.ts'
import { isLockTimeout, isPoolLimitError } from './over-limit.ts'

/** `again` means that another writer was faster, so the item must be tried again. */
export type CommitOutcome<Result> = { result: Result } | { error: unknown } | 'again'

const busy = { error: new Refusal('common.busy') }

interface Line<Item, Result> {
  waiting: Waiting<Item, Result>[]
  inFlight: boolean
}

interface Waiting<Item, Result> {
  item: Item
  tries: number
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Milliseconds after which a running batch is assumed to wait for a lock. */
const held = 1000

/** After this many items of a batch have waited until lock_timeout, the rest of it is refused without waiting. */
const mostLocked = 2

const mostInBatch = 400
/** A batch of this size is sent at once, because a larger one would save almost nothing. */
const enoughInBatch = 150
const mostWaiting = 4000
const mostWaitingOfOne = 60
const mostTries = 40
const mostLines = 20_000

/** Gives each owner (the `Deps` of a process) a value of its own, made when it is first asked for. */
export function createOncePerOwner<Owner extends WeakKey, Value>(make: (owner: Owner) => Value) {
  const made = new WeakMap<Owner, Value>()
  return (owner: Owner): Value => {
    const value = made.get(owner) ?? make(owner)
    made.set(owner, value)
    return value
  }
}

/** Commits many small writes together. Items of one owner stay in order, and a failed item does not fail the others. */
export class GroupCommit<Item, Result> {
  readonly #name: string
  readonly #commit: (items: Item[]) => Promise<CommitOutcome<Result>[]>
  readonly #lanes: number
  readonly #pace: number
  readonly #spare: number
  /** Monotonic time at which the last batch was sent. */
  #wentOut = Number.NEGATIVE_INFINITY
  #flushing = 0
  /** Batches that wait for locks and gave up their lanes. */
  #held = 0
  #count = 0
  readonly #lines = new Map<string, Line<Item, Result>>()
  /** Queues of owners whose first item may be sent. */
  #ready: Line<Item, Result>[] = []
  readonly #sleepers = new Set<() => void>()

  /**
   * @param name of the queue in metrics @param lanes batches in flight @param pace ms between two batches (decision
   * 035) @param spare batches that may give up their lane while they wait for locks
   */
  constructor(
    commit: (items: Item[]) => Promise<CommitOutcome<Result>[]>,
    { name, lanes = 1, pace = 0, spare = 0 }: { name: string; lanes?: number; pace?: number; spare?: number },
  ) {
    this.#name = name
    this.#commit = commit
    this.#lanes = lanes
    this.#pace = pace
    this.#spare = spare
    measureQueue(name, () => this.#count)
  }

  /** @throws Refusal common.busy when too many items wait, or the database's error. Both are safe to repeat. */
  submit(owner: string, item: Item): Promise<Result> {
    const line = this.#lineOf(owner)
    if (this.#count >= mostWaiting || line.waiting.length >= mostWaitingOfOne) return refuse('common.busy')
    const promise = new Promise<Result>((resolve, reject) => {
      line.waiting.push({ item, tries: 0, resolve, reject })
      if (!line.inFlight && line.waiting.length === 1) this.#ready.push(line)
    })
    this.#count += 1
    this.#start()
    if (this.#ready.length >= enoughInBatch) for (const wake of this.#sleepers) wake()
    return promise
  }

  #start(): void {
    if (this.#flushing >= this.#lanes) return
    this.#flushing += 1
    // Items of the same moment share a batch.
    setImmediate(() => void this.#flush())
  }

  /** Queues are reused, because creating and removing them would cost a third of the garbage collector's time. */
  #lineOf(owner: string): Line<Item, Result> {
    let line = this.#lines.get(owner)
    if (!line) {
      if (this.#lines.size >= mostLines) this.#forgetIdle()
      line = { waiting: [], inFlight: false }
      this.#lines.set(owner, line)
    }
    return line
  }

  #forgetIdle(): void {
    for (const [owner, line] of this.#lines) if (!line.inFlight && line.waiting.length === 0) this.#lines.delete(owner)
  }

  async #flush(): Promise<void> {
    let gaveWay = false
    const giveWay = () => {
      if (this.#held >= this.#spare) return
      gaveWay = true
      this.#held += 1
      this.#flushing -= 1
      this.#start()
    }
    while (!gaveWay && this.#ready.length > 0) {
      await this.#keepPace()
      const batch = this.#take()
      if (batch.length === 0) break
      this.#wentOut = performance.now()
      groupCommitBatchSize.observe({ queue: this.#name }, batch.length)
      const waiting = setTimeout(giveWay, held)
      const outcomes = await this.#try(batch.map(({ entry }) => entry.item))
      clearTimeout(waiting)
      const answers = batch.map(({ line, entry }, index) => this.#settle(line, entry, outcomes[index] ?? 'again'))
      // The next batch starts before these results are delivered, so that the database never waits.
      setImmediate(() => {
        for (const answer of answers) answer?.()
      })
    }
    if (gaveWay) {
      this.#held -= 1
      this.#start()
    } else this.#flushing -= 1
  }

  /** A single item or a full batch is sent without waiting for the pace. */
  async #keepPace(): Promise<void> {
    for (;;) {
      const rest = this.#wentOut + this.#pace - performance.now()
      const many = this.#ready.length
      if (rest <= 0 || many <= 1 || many >= enoughInBatch) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, rest)
      this.#sleepers.add(resolve)
      await promise
      clearTimeout(timer)
      this.#sleepers.delete(resolve)
    }
  }

  #take() {
    return this.#ready.splice(0, mostInBatch).flatMap((line) => {
      const entry = line.waiting.shift()
      if (!entry) return []
      line.inFlight = true
      return [{ line, entry }]
    })
  }

  async #try(items: Item[]): Promise<CommitOutcome<Result>[]> {
    try {
      return await this.#commit(items)
    } catch (error) {
      if (isDatabaseUnavailable(error)) return items.map(() => ({ error }))
      if (isPoolLimitError(error) && !isLockTimeout(error)) return items.map(() => busy)
      if (items.length === 1) return [isLockTimeout(error) ? busy : { error }]
    }
    return this.#tryEach(items)
  }

  /** Tries the items of a failed batch one by one, so that only the faulty item fails. */
  async #tryEach(items: Item[]): Promise<CommitOutcome<Result>[]> {
    const outcomes: CommitOutcome<Result>[] = []
    let locked = 0
    for (const item of items) {
      const tried = locked < mostLocked ? await this.#try([item]) : [busy]
      if (tried[0] === busy) locked += 1
      outcomes.push(...tried)
    }
    return outcomes
  }

  /** @returns a function that delivers the item's result; undefined if the item is tried again */
  #settle(
    line: Line<Item, Result>,
    entry: Waiting<Item, Result>,
    outcome: CommitOutcome<Result>,
  ): (() => void) | undefined {
    line.inFlight = false
    entry.tries += 1
    const again = outcome === 'again' && entry.tries < mostTries
    if (again) line.waiting.unshift(entry)
    else this.#count -= 1
    if (line.waiting.length > 0) this.#ready.push(line)
    if (again) return undefined
    if (outcome === 'again') return () => entry.reject(new Refusal('common.busy'))
    return 'result' in outcome ? () => entry.resolve(outcome.result) : () => entry.reject(outcome.error)
  }
}
