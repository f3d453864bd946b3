import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { notify } from '../../message/service.ts'
import { lessonDoneMessage } from '../messages.ts'
import { listCovered, markDone } from '../store/film-ends.ts'
import { holdClocks } from '../store/overlap.ts'

/** so many students wait for one transaction at most: a fraction of a second */
const batch = 500

/**
 * Whoever has watched enough of a lesson, now that its length was corrected, is done with it. Nothing is credited by it. Any process may do it
 * and go on with it: what is left is read from the rows. @param stopping ends it between two batches
 */
export async function finishCovered(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { lessonId, durationDs }: { lessonId: string; durationDs: number },
  stopping?: AbortSignal,
): Promise<number> {
  const { 'study.donePerMille': perMille } = await settings.all()
  const asked = { lessonId, durationDs, neededDs: Math.ceil((durationDs * perMille) / 1000) }
  let done = 0
  for (;;) {
    stopping?.throwIfAborted()
    const found = await listCovered(db, asked, batch)
    if (found.length === 0) return done
    await inTransaction(db, async (tx) => {
      // a beat that was judged by the longer lesson must not write over it
      await holdClocks(
        tx,
        found.map(({ studentId }) => studentId),
      )
      const marked = await markDone(
        tx,
        lessonId,
        found.map(({ signCourseId }) => signCourseId),
      )
      await notify(tx, ...marked.map((one) => lessonDoneMessage(one, asked)))
    })
    done += found.length
  }
}
