import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findMany, lockCourse, setEnabled } from '../store/questions.ts'
import { bankSize, requireEnough } from './bank-size.ts'

/** Takes questions out of future papers, or back in: all of them or none. @throws Refusal question.bankTooSmall */
export async function enableQuestions(
  deps: Deps,
  staff: StaffAtWork,
  input: { ids: string[]; enabled: boolean; reason: string },
) {
  const ids = [...new Set(input.ids)]
  const { enabled, reason } = input
  return inTransaction(deps.db, async (tx) => {
    const questions = await findMany(tx, ids)
    if (questions.length < ids.length) return refuse('question.notFound')
    const courses = [...new Set(questions.map(({ courseId }) => courseId))].sort()
    const sizes = []
    for (const courseId of courses) {
      await lockCourse(tx, courseId)
      sizes.push({ courseId, size: await bankSize(tx, courseId) })
    }
    const changed = await setEnabled(tx, ids, enabled, staff.username)
    for (const { courseId, size } of sizes) await requireEnough(tx, courseId, size)
    const action = enabled ? 'question.enabled' : 'question.disabled'
    for (const [subject, rows] of Map.groupBy(changed, ({ courseId }) => courseId)) {
      const detail = { reason, questions: rows.map(({ no }) => no) }
      await auditStaff(tx, staff, action, subject, detail)
    }
    return { changed: changed.length }
  })
}
