import { randomInt } from 'node:crypto'
import type { Tx } from '../../../platform/db/database.ts'
import { drawCaptures, furtherCaptures } from '../paper.ts'
import { addCaptures, countCaptures } from '../store/captures.ts'

/** Time that a running attempt is given beyond its bell. */
export interface AddedTime {
  attemptId: string
  startedAt: Date
  /** the bell as it stood before */
  deadline: Date
  /** where captures may fall due in it */
  from: Date
  until: Date
}

/** In added time captures fall due as often as in the time before it, whoever adds it. */
export async function coverAddedTime(tx: Tx, added: AddedTime[]): Promise<void> {
  const counts = await countCaptures(
    tx,
    added.map(({ attemptId }) => attemptId),
  )
  const further = added.flatMap(({ attemptId, startedAt, deadline, from, until }) => {
    const [before, seconds] = [secondsOf(startedAt, deadline), secondsOf(from, until)]
    if (seconds <= 0) return []
    const count = furtherCaptures(counts.get(attemptId) ?? 0, before, seconds)
    const [, ...due] = drawCaptures(count, seconds, randomInt)
    return due.map((second) => ({ attemptId, dueAt: new Date(from.getTime() + second * 1000) }))
  })
  if (further.length > 0) await addCaptures(tx, further)
}

function secondsOf(from: Date, until: Date): number {
  return (until.getTime() - from.getTime()) / 1000
}
