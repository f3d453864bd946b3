import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { requireVersion } from '../../../platform/require-version.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { type FindingKind, type FindingPart, toShown } from '../findings.ts'
import { acceptFinding, findFindings } from '../store/findings.ts'
import { findQuestion, lockCourse } from '../store/questions.ts'

export interface AcceptFinding {
  id: string
  version: number
  kind: FindingKind
  part: FindingPart
  reason: string
}

/**
 * Somebody has looked at what the check found and says why it is right as it is. The course is held: who publishes it judges the bank
 * before or after. A repeat answers alike. @throws Refusal question.versionStale, question.findingGone
 */
export function acceptQuestionFinding({ db }: Deps, staff: StaffAtWork, input: AcceptFinding) {
  return inTransaction(db, async (tx) => {
    const { id, kind, part, reason } = input
    const course = await findQuestion(tx, id)
    if (!course || !(await lockCourse(tx, course.courseId))) return refuse('question.notFound')
    const question = await findQuestion(tx, id)
    if (!question) return refuse('question.notFound')
    requireVersion(question, input.version, 'question.versionStale')
    const ofQuestion = async () => (await findFindings(tx, [id])).get(id) ?? []
    const found = (await ofQuestion()).find((one) => one.kind === kind && one.part === part)
    if (!found) return refuse('question.findingGone')
    const by = staff.username
    if (await acceptFinding(tx, { questionId: id, kind, part }, { by, reason })) {
      const detail = { no: question.no, kind, part, quote: found.quote, reason }
      await auditStaff(tx, staff, 'question.findingAccepted', id, detail)
    }
    return { findings: toShown(await ofQuestion()) }
  })
}
