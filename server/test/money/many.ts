import { appendFileSync } from 'node:fs'
import { differenceKindNames } from '@ce/contract/state-names'
import { sql } from 'kysely'
import { controlChannel } from '../factories/wechat.ts'
import { deps } from '../world.ts'
import type { StoryMove } from './moves.ts'

/** Results are written to `file` after each hundred stories. */
export class StoryResults {
  readonly #file: string | undefined
  readonly #began = performance.now()
  readonly #ends = new Map<string, number>()
  readonly failures: { moves: StoryMove[]; words: string }[] = []
  stories = 0
  moves = 0

  constructor(file: string | undefined) {
    this.#file = file
  }

  count(moves: StoryMove[], ends: string[]): void {
    this.stories += 1
    this.moves += moves.length
    for (const end of ends) this.#ends.set(end, (this.#ends.get(end) ?? 0) + 1)
    if (this.stories % 100 === 0) this.report()
  }

  /** A failed story does not stop the others. */
  fail(moves: StoryMove[], error: unknown): void {
    this.stories += 1
    const words = wordsOf(error)
    this.failures.push({ moves, words })
    this.#write({ failed: this.stories, words, moves })
  }

  unreached(): string[] {
    const ends = [...this.#ends.keys()]
    return Object.keys(differenceKindNames).filter((kind) => !ends.some((end) => end.startsWith(`case ${kind} `)))
  }

  report(): void {
    const minutes = (performance.now() - this.#began) / 60_000
    this.#write({
      stories: this.stories,
      perMinute: Math.round(this.stories / minutes),
      moves: this.moves,
      failed: this.failures.length,
      unreached: this.unreached(),
      ends: Object.fromEntries([...this.#ends].sort()),
    })
  }

  #write(line: object): void {
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
    else console.log(line)
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const found = 'actual' in error ? JSON.stringify(error.actual) : error.message
  return `${found}\n${error.message}\n${error.stack}`.slice(0, 4000)
}

/** Adds an index, so that the last of thousands of stories is as fast as the first. */
export async function prepareForManyStories(): Promise<void> {
  const { db } = await deps()
  await sql`create index if not exists told_case on money_difference (found_at)`.execute(db)
}

export async function clearStoryLeftovers(): Promise<void> {
  const { db } = await deps()
  const never = sql<Date>`app_now() + interval '100 years'`
  await db
    .updateTable('refund')
    .set({ askedAt: never })
    .where('status', '<>', 'DONE')
    .where('askedAt', '<', sql<Date>`app_now() + interval '1 day'`)
    .execute()
  await db
    .updateTable('moneyDifference')
    .set({ triedAt: never })
    .where('state', '=', 'OPEN')
    .where('kind', 'in', ['NOT_BOOKED', 'REFUND_NOT_BOOKED'])
    .execute()
  await controlChannel('forgetAll')
}
