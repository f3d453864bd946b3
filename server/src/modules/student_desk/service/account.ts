import { auditStaff } from '../../../platform/audit.ts'
import { claimReset } from '../../../platform/auth/password-resets.ts'
import { appNow, inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { reissueProofs } from '../../certification_grant/service.ts'
import { lockLedger } from '../../hours/service.ts'
import { notify } from '../../message/service.ts'
import { unprintableLetters } from '../../print_font/service.ts'
import {
  type Correction,
  correctPerson,
  lockStudents,
  maskIdNo,
  maskPhone,
  newInitialPassword,
  openLocks,
  type StudentRow,
  setInitialPassword,
  staffEvent,
} from '../../student/service.ts'
import { correctedMessage, sessionsEndedMessage, unlockedMessage } from '../messages.ts'

interface Asked {
  id: string
  reason: string
}

/** The account under its row lock. @throws Refusal student_desk.notFound, student_desk.closed */
export async function lockOpen(tx: Tx, id: string): Promise<StudentRow> {
  const row = await lockAny(tx, id)
  if (row.erasedAt) refuse('student_desk.erased')
  if (row.closedAt) refuse('student_desk.closed')
  return row
}

async function lockAny(tx: Tx, id: string): Promise<StudentRow> {
  const [row] = await lockStudents(tx, [id])
  return row ?? refuse('student_desk.notFound')
}

/** The whole phone and ID number; that somebody looked is written down. @throws Refusal student_desk.erased */
export function reveal(deps: Deps, staff: StaffAtWork, { id, reason }: Asked) {
  return inTransaction(deps.db, async (tx) => {
    const { phone, idNo, erasedAt } = await lockAny(tx, id)
    if (erasedAt) refuse('student_desk.erased')
    await auditStaff(tx, staff, 'student_desk.revealed', id, { reason })
    return { phone, idNo }
  })
}

/** A new initial password, said once: 忘记密码 (product §4). @throws Refusal student_desk.closed, common.passwordGiven for a repeat */
export async function resetPassword(
  deps: Deps,
  staff: StaffAtWork,
  { id, key, reason }: Asked & { key: string },
) {
  const { password, passwordHash } = await newInitialPassword()
  const ended = await inTransaction(deps.db, async (tx) => {
    const row = await lockOpen(tx, id)
    await claimReset(tx, { key, subject: row.id, by: staff.staffId })
    const hashes = await setInitialPassword(tx, deps, row, passwordHash)
    await staffEvent(tx, id, 'PASSWORD_RESET', staff.ip)
    await auditStaff(tx, staff, 'student_desk.passwordReset', id, {
      reason,
      sessions: hashes.length,
    })
    return hashes
  })
  await deps.sessions.spread(ended)
  return { password }
}

/** Opens a lock from failed attempts; who is not locked stays so. */
export async function unlock(deps: Deps, staff: StaffAtWork, { id, reason }: Asked) {
  await inTransaction(deps.db, async (tx) => {
    await openLocks(tx, await lockOpen(tx, id))
    await staffEvent(tx, id, 'UNLOCKED', staff.ip)
    await auditStaff(tx, staff, 'student_desk.unlocked', id, { reason })
    await notify(tx, unlockedMessage(id, await appNow(tx)))
  })
  return {}
}

/** Ends one session or all. A repeat ends nothing more. */
export async function endSessions(
  deps: Deps,
  staff: StaffAtWork,
  { id, sessionId, reason }: Asked & { sessionId?: string | undefined },
) {
  const ended = await inTransaction(deps.db, async (tx) => {
    await lockAny(tx, id)
    const hashes = await deps.sessions.revoke(tx, id, sessionId ? { only: sessionId } : {})
    if (hashes.length > 0) {
      await staffEvent(tx, id, 'SESSIONS_ENDED', staff.ip)
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

/**
 * Corrects name, ID, phone or certificate number. Valid proofs that name the person otherwise are revoked and issued anew in the
 * same transaction. What is so already is not written again: a repeat changes nothing.
 */
export function correct(deps: Deps, staff: StaffAtWork, input: Asked & Wished) {
  return inTransaction(deps.db, async (tx) => {
    const { changed, ...done } = await correctIn(tx, deps, staff, input)
    const reissued = done.reissued.length > 0
    if (changed.length > 0)
      await notify(tx, correctedMessage(input.id, { changed, reissued }, await appNow(tx)))
    return done
  })
}

/** The same in the caller's transaction, which tells the student: what they asked for, approved. */
export async function correctIn(tx: Tx, deps: Deps, staff: StaffAtWork, input: Asked & Wished) {
  const { id, reason, ...wished } = input
  await lockLedger(tx, id)
  const row = await lockOpen(tx, id)
  const change: Correction = Object.fromEntries(
    Object.entries(wished).filter(
      ([name, value]) => value !== undefined && value !== row[name as keyof Correction],
    ),
  )
  const unprintable = await unprintableLetters(tx, wished.name ?? '')
  if (Object.keys(change).length === 0) return { reissued: [], unprintable, changed: [] }
  await correctPerson(tx, row, change)
  const renamed = onProof.some((name) => change[name] !== undefined)
  const why = `个人信息更正：${reason}`
  const reissued = renamed
    ? await reissueProofs(tx, deps, id, { cause: 'PERSON_CORRECTED', reason: why })
    : []
  await staffEvent(tx, id, 'PERSON_CORRECTED', staff.ip)
  const detail = { reason, before: shown(row, change), after: shown(change, change), reissued }
  await auditStaff(tx, staff, 'student_desk.corrected', id, detail)
  return { reissued, unprintable, changed: namesIn(change) }
}

type Wished = { [Field in keyof Correction]?: Correction[Field] | undefined }

/** What the log tells of the changed fields; numbers never whole (product §4 Privacy). */
function shown(from: Wished, changed: Correction): Record<string, unknown> {
  const masks: Partial<Record<keyof Correction, (text: string) => string>> = {
    idNo: maskIdNo,
    phone: maskPhone,
    certificateNo: maskIdNo,
  }
  return Object.fromEntries(
    namesIn(changed).map((field) => [field, (masks[field] ?? String)(String(from[field] ?? ''))]),
  )
}

/** A correction has no other keys. */
function namesIn(correction: Correction): (keyof Correction)[] {
  return Object.keys(correction) as (keyof Correction)[]
}
