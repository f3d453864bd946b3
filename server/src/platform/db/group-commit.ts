import { Refusal, refuse } from '../errors.ts'
import { batchSize } from '../observability/metrics.ts'
import { measureQueue } from '../observability/queues.ts'
import { isUnavailable } from './connection-lost.ts'
import { isLockTimeout, isOverLimit } from './over-limit.ts'

/** What became of an item: its result, a refusal to throw, or another writer was faster: try again. */
export type Outcome<Result> = { result: Result } | { error: unknown } | 'again'

const busy = { error: new Refusal('common.busy') }

/** What waits of one owner, in order. */
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

/** ms after which a batch waits for somebody else's lock, and not for the disk */
const held = 1000

/** of one batch, how many items may each wait for a lock until the pool's lock_timeout */
const mostLocked = 2

const mostInBatch = 400
/** a batch of so many costs each of them next to nothing for being one more: it waits for no more */
const enoughInBatch = 150
const mostWaiting = 4000
const mostWaitingOfOne = 60
const mostTries = 40
const mostLines = 20_000

/**
 * Commits many small writes together: at once when a lane is free and nothing went out for `pace` ms, else collects until
 * then; who comes alone waits for nobody. An owner's items go in order, never two at a time. Each is answered after its commit; one that fails does not fail
 * the others.
 */
export class GroupCommit<Item, Result> {
  readonly #name: string
  readonly #commit: (items: Item[]) => Promise<Outcome<Result>[]>
  readonly #lanes: number
  readonly #pace: number
  readonly #spare: number
  /** when the last batch went out, by this process's own clock */
  #wentOut = Number.NEGATIVE_INFINITY
  #flushing = 0
  /** batches that are held up and whose lanes others have taken */
  #held = 0
  #count = 0
  readonly #lines = new Map<string, Line<Item, Result>>()
  /** lines whose first item may be taken */
  #ready: Line<Item, Result>[] = []
  /** each wakes a lane that keeps the pace */
  readonly #sleepers = new Set<() => void>()

  /**
   * @param name of the queue in metrics
   * @param lanes batches in flight at a time: while one waits for the disk, another is made
   * @param pace ms between two batches (decision 035): 0 where somebody waits for the answer
   * @param spare how many batches that are held up by locks give their lanes to others meanwhile
   */
  constructor(
    commit: (items: Item[]) => Promise<Outcome<Result>[]>,
    {
      name,
      lanes = 1,
      pace = 0,
      spare = 0,
    }: { name: string; lanes?: number; pace?: number; spare?: number },
  ) {
    this.#name = name
    this.#commit = commit
    this.#lanes = lanes
    this.#pace = pace
    this.#spare = spare
    measureQueue(name, () => this.#count)
  }

  /** @throws Refusal common.busy when too much waits; what the database threw when it is unavailable: both are safe to repeat */
  submit(owner: string, item: Item): Promise<Result> {
    const line = this.#lineOf(owner)
    if (this.#count >= mostWaiting || line.waiting.length >= mostWaitingOfOne)
      return refuse('common.busy')
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
    // what arrived together goes together
    setImmediate(() => void this.#flush())
  }

  /** Lines stay when they are empty: a map of what comes and goes at once costs the collector a third of its time. */
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
    for (const [owner, line] of this.#lines)
      if (!line.inFlight && line.waiting.length === 0) this.#lines.delete(owner)
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
      // another lane has taken them meanwhile
      if (batch.length === 0) break
      this.#wentOut = performance.now()
      batchSize.observe({ queue: this.#name }, batch.length)
      const waiting = setTimeout(giveWay, held)
      const outcomes = await this.#try(batch.map(({ entry }) => entry.item))
      clearTimeout(waiting)
      const answers = batch.map(({ line, entry }, index) =>
        this.#settle(line, entry, outcomes[index] ?? 'again'),
      )
      // the next batch goes out first: the database works while we answer
      setImmediate(() => {
        for (const answer of answers) answer?.()
      })
    }
    if (gaveWay) {
      this.#held -= 1
      this.#start()
    } else this.#flushing -= 1
  }

  /** Until a batch may go out: another lane's may go first meanwhile; one alone does not wait, nor one that is full or becomes so. */
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

  /** The first of each line. */
  #take() {
    return this.#ready.splice(0, mostInBatch).flatMap((line) => {
      const entry = line.waiting.shift()
      if (!entry) return []
      line.inFlight = true
      return [{ line, entry }]
    })
  }

  async #try(items: Item[]): Promise<Outcome<Result>[]> {
    try {
      return await this.#commit(items)
    } catch (error) {
      if (isUnavailable(error)) return items.map(() => ({ error }))
      if (isOverLimit(error) && !isLockTimeout(error)) return items.map(() => busy)
      if (items.length === 1) return [isLockTimeout(error) ? busy : { error }]
    }
    return this.#tryEach(items)
  }

  /** One of them is at fault: alone, it fails alone. After a few that wait for a lock in vain the rest is refused, and repeated. */
  async #tryEach(items: Item[]): Promise<Outcome<Result>[]> {
    const outcomes: Outcome<Result>[] = []
    let locked = 0
    for (const item of items) {
      const tried = locked < mostLocked ? await this.#try([item]) : [busy]
      if (tried[0] === busy) locked += 1
      outcomes.push(...tried)
    }
    return outcomes
  }

  /** Makes way for the owner's next. @returns how to answer, nothing if it is tried again */
  #settle(
    line: Line<Item, Result>,
    entry: Waiting<Item, Result>,
    outcome: Outcome<Result>,
  ): (() => void) | undefined {
    line.inFlight = false
    entry.tries += 1
    const again = outcome === 'again' && entry.tries < mostTries
    if (again) line.waiting.unshift(entry)
    else this.#count -= 1
    if (line.waiting.length > 0) this.#ready.push(line)
    if (again) return undefined
    if (outcome === 'again') return () => entry.reject(new Refusal('common.busy'))
    return 'result' in outcome
      ? () => entry.resolve(outcome.result)
      : () => entry.reject(outcome.error)
  }
}
