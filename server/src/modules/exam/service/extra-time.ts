import { auditStaff } from '../../../platform/audit.ts'
import { appNow, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { notify } from '../../message/service.ts'
import { lockStudents } from '../../student/service.ts'
import { extraTimeMessage } from '../messages.ts'
import { findExtra, findStudentByPhone, setExtra } from '../store/people.ts'

/** From the next start on, a student's exams last so much longer; 0 takes it back. A running attempt is extended by a decision. */
export async function setExtraTime(
  deps: Deps,
  staff: StaffAtWork,
  { phone, percent, reason }: { phone: string; percent: number; reason: string },
) {
  return inTransaction(deps.db, async (tx) => {
    const known = await findStudentByPhone(tx, phone)
    // two at once come one after the other: what is granted is told, and written down, once
    const [student] = known ? await lockStudents(tx, [known]) : []
    if (!student || student.closedAt)
      return refuse('exam.noSuchStudent', { fields: { phone: '没有这位学员，请核对手机号' } })
    const studentId = student.id
    const there = await findExtra(tx, studentId)
    const before = there?.percent ?? 0
    if (before === percent && (percent === 0 || there?.reason === reason)) return { percent }
    await setExtra(tx, { studentId, percent, reason, setBy: staff.name })
    const action = percent > 0 ? 'exam.extraTimeSet' : 'exam.extraTimeRemoved'
    const detail = { before, after: percent, reason, changed: percent !== before }
    await auditStaff(tx, staff, action, studentId, detail)
    if (percent !== before) await notify(tx, extraTimeMessage(studentId, percent, await appNow(tx)))
    return { percent }
  })
}
