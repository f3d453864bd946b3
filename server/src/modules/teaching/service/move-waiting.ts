import { audit } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { goesOnUntil, sweepEach } from '../../../platform/jobs/sweep.ts'
import {
  listOpenMoves,
  lockDeskCourse,
  noteMoved,
  type OpenMove,
} from '../../catalogue/service/desk.ts'
import { notify } from '../../message/service.ts'
import { countMove, listUnmoved, moveUnbegun } from '../../sign/service.ts'
import { movedMessage } from '../messages.ts'

/** so many students wait for one transaction at most: a fraction of a second */
const batch = 500

/**
 * The job: whoever has not begun a course follows what is taught now (decision 038). Any process, any number of them at once: what is
 * done is read from the rows themselves, so that one goes on where another was killed. @param stopping ends it between two batches
 */
export async function moveWaiting({ db }: Pick<Deps, 'db'>, stopping?: AbortSignal): Promise<void> {
  const job = 'teaching.moveWaiting'
  await sweepEach(db, {
    job,
    items: await listOpenMoves(db, job),
    subjectOf: ({ versionId }) => versionId,
    work: (move) => moveCourse(db, move, stopping),
    goesOn: goesOnUntil(stopping),
  })
}

async function moveCourse(db: Deps['db'], move: OpenMove, stopping?: AbortSignal): Promise<void> {
  const ids = await listUnmoved(db, move)
  for (let at = 0; at < ids.length; at += batch) {
    stopping?.throwIfAborted()
    if (!(await moveBatch(db, move, ids.slice(at, at + batch)))) return
  }
  // whom a batch passed over, or who signed up as it was published, is looked for once more
  if (ids.length === 0 && move.settled) await close(db, move)
}

/** @returns false: another version was published meanwhile, which this one must not overtake */
function moveBatch(db: Deps['db'], move: OpenMove, ids: readonly string[]): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // one batch of a course at a time, and none beside a publication
    const course = await lockDeskCourse(tx, move.courseId)
    if (course?.currentVersionId !== move.versionId) return false
    const moved = await moveUnbegun(tx, move, ids)
    await notify(tx, ...moved.map((one) => movedMessage(one, move.versionId)))
    return true
  })
}

/** Notes that all have followed, once. */
async function close(db: Deps['db'], move: OpenMove): Promise<void> {
  const { courseId, versionId, no } = move
  const { moved } = await countMove(db, move)
  await inTransaction(db, async (tx) => {
    if (!(await noteMoved(tx, versionId, moved)) || moved === 0) return
    const detail = { no, moved }
    await audit(tx, { actor: 'system', action: 'teaching.moved', subject: courseId, detail })
  })
}
