import { auditStaff } from '../../../../platform/audit.ts'
import { claimPasswordReset } from '../../../../platform/auth/password-resets.ts'
import { appNow, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { maskIdNo, maskPhone } from '../../../../platform/masked-numbers.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { reissueProofs } from '../../../credits/certification_grant/service/reissue.ts'
import { lockLedger } from '../../../credits/hours/service.ts'
import { findUnprintableLetters } from '../../../file/print_font/service/letters.ts'
import { notify } from '../../../message/service.ts'
import {
  correctPerson,
  generateInitialPassword,
  type PersonCorrection,
  recordStaffActionEvent,
  setInitialPassword,
} from '../../../student/service/account.ts'
import { removeStudentLocks } from '../../../student/service/guard.ts'
import { lockStudents, type StudentRow } from '../../../student/service.ts'
import { accountUnlockedMessage, personCorrectedMessage, sessionsEndedMessage } from '../messages.ts'

interface Asked {
  id: string
  reason: string
}

/** @throws Refusal student_desk.notFound, student_desk.closed. */
export async function lockOpenStudent(tx: Tx, id: string): Promise<StudentRow> {
  const row = await lockAny(tx, id)
  if (row.erasedAt) refuse('student_desk.erased')
  if (row.closedAt) refuse('student_desk.closed')
  return row
}

async function lockAny(tx: Tx, id: string): Promise<StudentRow> {
  const [row] = await lockStudents(tx, [id])
  return row ?? refuse('student_desk.notFound')
}

/** Each view is audited, because it shows the full numbers. @throws Refusal student_desk.erased. */
export function revealStudentNumbers(deps: Deps, staff: StaffAtWork, { id, reason }: Asked) {
  return inTransaction(deps.db, async (tx) => {
    const { phone, idNo, erasedAt } = await lockAny(tx, id)
    if (erasedAt) refuse('student_desk.erased')
    await auditStaff(tx, staff, 'student_desk.revealed', id, { reason })
    return { phone, idNo }
  })
}

/**
 * The new password is shown once (docs/rules/accounts.md#initial-password). @throws Refusal student_desk.closed,
 * common.passwordGiven for a repeat.
 */
export async function resetStudentPassword(
  deps: Deps,
  staff: StaffAtWork,
  { id, key, reason }: Asked & { key: string },
) {
  const { password, passwordHash } = await generateInitialPassword()
  const ended = await inTransaction(deps.db, async (tx) => {
    const row = await lockOpenStudent(tx, id)
    await claimPasswordReset(tx, { key, subject: row.id, by: staff.staffId })
    const hashes = await setInitialPassword(tx, deps, row, passwordHash)
    await recordStaffActionEvent(tx, id, 'PASSWORD_RESET', staff.ip)
    await auditStaff(tx, staff, 'student_desk.passwordReset', id, {
      reason,
      sessions: hashes.length,
    })
    return hashes
  })
  await deps.sessions.spread(ended)
  return { password }
}

export async function unlockStudent(deps: Deps, staff: StaffAtWork, { id, reason }: Asked) {
  await inTransaction(deps.db, async (tx) => {
    await removeStudentLocks(tx, await lockOpenStudent(tx, id))
    await recordStaffActionEvent(tx, id, 'UNLOCKED', staff.ip)
    await auditStaff(tx, staff, 'student_desk.unlocked', id, { reason })
    await notify(tx, accountUnlockedMessage(id, await appNow(tx)))
  })
  return {}
}

export async function endStudentSessions(
  deps: Deps,
  staff: StaffAtWork,
  { id, sessionId, reason }: Asked & { sessionId?: string | undefined },
) {
  const ended = await inTransaction(deps.db, async (tx) => {
    await lockAny(tx, id)
    const hashes = await deps.sessions.revoke(tx, id, sessionId ? { only: sessionId } : {})
    if (hashes.length > 0) {
      await recordStaffActionEvent(tx, id, 'SESSIONS_ENDED', staff.ip)
      await auditStaff(tx, staff, 'student_desk.sessionsEnded', id, {
        reason,
        sessions: hashes.length,
      })
      await notify(tx, sessionsEndedMessage(id, hashes.length, await appNow(tx)))
    }
    return hashes
  })
  await deps.sessions.spread(ended)
  return { ended: ended.length }
}

const onProof = ['name', 'idType', 'idNo', 'certificateNo'] as const

/** Valid proofs with old data are issued again in the same transaction. A repeat changes nothing. */
export function correctStudent(deps: Deps, staff: StaffAtWork, input: Asked & Wished) {
  return inTransaction(deps.db, async (tx) => {
    const { changed, ...done } = await correctStudentInTransaction(tx, deps, staff, input)
    const reissued = done.reissued.length > 0
    if (changed.length > 0) await notify(tx, personCorrectedMessage(input.id, { changed, reissued }, await appNow(tx)))
    return done
  })
}

/** The approval of a correction request calls this; the caller notifies the student. */
export async function correctStudentInTransaction(tx: Tx, deps: Deps, staff: StaffAtWork, input: Asked & Wished) {
  const { id, reason, ...wished } = input
  await lockLedger(tx, id)
  const row = await lockOpenStudent(tx, id)
  const change: PersonCorrection = Object.fromEntries(
    Object.entries(wished).filter(
      ([name, value]) => value !== undefined && value !== row[name as keyof PersonCorrection],
    ),
  )
  const unprintable = await findUnprintableLetters(tx, wished.name ?? '')
  if (Object.keys(change).length === 0) return { reissued: [], unprintable, changed: [] }
  await correctPerson(tx, row, change)
  const renamed = onProof.some((name) => change[name] !== undefined)
  const why = `个人信息更正：${reason}`
  const reissued = renamed ? await reissueProofs(tx, deps, id, { cause: 'PERSON_CORRECTED', reason: why }) : []
  await recordStaffActionEvent(tx, id, 'PERSON_CORRECTED', staff.ip)
  const detail = { reason, before: shown(row, change), after: shown(change, change), reissued }
  await auditStaff(tx, staff, 'student_desk.corrected', id, detail)
  return { reissued, unprintable, changed: namesIn(change) }
}

type Wished = { [Field in keyof PersonCorrection]?: PersonCorrection[Field] | undefined }

function shown(from: Wished, changed: PersonCorrection): Record<string, unknown> {
  const masks: Partial<Record<keyof PersonCorrection, (text: string) => string>> = {
    idNo: maskIdNo,
    phone: maskPhone,
    certificateNo: maskIdNo,
  }
  return Object.fromEntries(
    namesIn(changed).map((field) => [field, (masks[field] ?? String)(String(from[field] ?? ''))]),
  )
}

function namesIn(correction: PersonCorrection): (keyof PersonCorrection)[] {
  return Object.keys(correction) as (keyof PersonCorrection)[]
}
