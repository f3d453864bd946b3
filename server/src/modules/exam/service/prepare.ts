import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type CourseRules, findRules } from '../../catalogue/service.ts'
import { insertPaper, listChanged, takeDue } from '../store/papers.ts'
import { drawFor } from './draw.ts'

const batch = 200

/**
 * Draws the next paper of whoever may begin soon, so that a rush of starts finds them ready. Any process, any number of them at once:
 * each takes its own batch. A paper drawn meanwhile at a start is left as it is. @param stopping ends it between two papers:
 * what its batch has drawn by then is drawn again
 * @returns how many were looked at
 */
export async function preparePapers(deps: Deps, stopping?: AbortSignal): Promise<number> {
  await listChanged(deps.db)
  let total = 0
  for (;;) {
    const taken = await prepareBatch(deps, stopping)
    total += taken
    if (taken < batch) return total
  }
}

function prepareBatch(deps: Deps, stopping?: AbortSignal): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const { taken, due } = await takeDue(tx, batch)
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
