import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { goesOnUntil, sweepTogether } from '../../../platform/jobs/sweep.ts'
import { type CourseRules, findRules } from '../../catalogue/service.ts'
import { insertPaper, listChanged, listDue, takeDue } from '../store/papers.ts'
import { drawFor } from './draw.ts'

const batch = 200

/**
 * Draws the next paper of whoever may begin soon, so that a rush of starts finds them ready. Any process, any number of them at once:
 * each takes its own batch. A paper drawn meanwhile at a start is left as it is. @param stopping ends it between two papers:
 * what its batch has drawn by then is drawn again
 * @returns how many were looked at
 */
export async function preparePapers(deps: Deps, stopping?: AbortSignal): Promise<number> {
  const job = 'exam.preparePapers'
  await listChanged(deps.db)
  let total = 0
  for (;;) {
    let taken = 0
    const items = await listDue(deps.db, { job, limit: batch })
    const { failed } = await sweepTogether(deps.db, {
      job,
      items,
      subjectOf: (signCourseId) => signCourseId,
      workTogether: async (ids) => {
        taken += await prepareBatch(deps, ids, stopping)
      },
      goesOn: goesOnUntil(stopping),
    })
    total += taken
    // nothing of it could be had: another process is at it
    if (taken + failed === 0 || items.length < batch) return total
  }
}

function prepareBatch(
  deps: Deps,
  signCourseIds: readonly string[],
  stopping?: AbortSignal,
): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const { taken, due } = await takeDue(tx, signCourseIds)
    const rules = new Map<string, CourseRules | undefined>()
    for (const one of due) {
      stopping?.throwIfAborted()
      if (!rules.has(one.courseVersionId))
        rules.set(one.courseVersionId, await findRules(tx, one.courseVersionId))
      const known = rules.get(one.courseVersionId)
      const paper = known && (await drawFor(tx, known, one))
      if (paper) await insertPaper(tx, paper)
    }
    return taken
  })
}
