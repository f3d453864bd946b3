import type { Tx } from '../../../platform/db/database.ts'
import { lockRounds, setRounds } from '../../sign/service.ts'
import { isSat, listSpent } from '../store/rounds.ts'

/**
 * Opens the re-study round of courses whose round is spent without a pass (product §4 Exam). How many attempts were left when a paper was
 * drawn only says who is looked at: staff may have given one back since.
 */
export async function closeRounds(
  tx: Tx,
  ended: { signCourseId: string; round: number; attemptsLeft: number }[],
): Promise<void> {
  const last = ended.filter(({ attemptsLeft }) => attemptsLeft === 0)
  if (last.length === 0) return
  const ids = last.map(({ signCourseId }) => signCourseId)
  const rounds = await lockRounds(tx, ids)
  // read after the lock: an attempt given back at this moment counts no more
  const spent = new Set(await listSpent(tx, ids))
  const closing = last.filter(
    ({ signCourseId, round }) => spent.has(signCourseId) && rounds.get(signCourseId) === round,
  )
  await setRounds(
    tx,
    closing.map(({ signCourseId, round }) => ({ signCourseId, round: round + 1 })),
  )
}

/**
 * What closed an attempt's round no longer holds: it is open again, and what was studied for it still counts. A next round that
 * has been sat in stays.
 */
export async function reopenRound(
  tx: Tx,
  { signCourseId, round }: { signCourseId: string; round: number },
): Promise<void> {
  const rounds = await lockRounds(tx, [signCourseId])
  const next = round + 1
  if (rounds.get(signCourseId) !== next || (await isSat(tx, signCourseId, next))) return
  await setRounds(tx, [{ signCourseId, round }])
}
