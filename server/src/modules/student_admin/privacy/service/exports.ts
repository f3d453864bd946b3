import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { createPlaybackUrl } from '../../../../platform/files/links.ts'
import { recordSecurityEvent, type Visitor } from '../../../../platform/security-log.ts'
import { lockOwnStudentRow, requireOwnStudentPassword } from '../../../student/service/profile.ts'
import { isCorrectionOwner } from '../policy.ts'
import {
  countRecentDataCopies,
  type DataCopyRow,
  findDataCopy,
  hasPendingDataCopy,
  insertDataCopy,
  listDataCopies,
} from '../store/exports.ts'

export async function listOwnDataCopies(deps: Deps, student: StudentActor) {
  const most = await deps.settings.get('privacy.exportsPerDay')
  const [rows, used] = await Promise.all([
    listDataCopies(deps.db, student.studentId),
    countRecentDataCopies(deps.db, student.studentId),
  ])
  return { list: rows.map((row) => toShown(deps, student, row)), left: Math.max(0, most - used) }
}

/** The link works only in this session. */
function toShown(deps: Deps, student: StudentActor, row: DataCopyRow) {
  const { id, askedAt, size, fileId, gone, deleteDueAt } = row
  const state = stateOf(row)
  return {
    id,
    askedAt,
    state,
    size,
    url: fileId && !gone ? createPlaybackUrl(deps.keys, fileId, student) : null,
    deletedOn: deleteDueAt,
  }
}

function stateOf({ state, gone }: DataCopyRow) {
  if (state === 'READY') return gone ? ('GONE' as const) : ('READY' as const)
  return state === 'FAILED' ? ('FAILED' as const) : ('MAKING' as const)
}

/**
 * A job makes the copy (个人信息保护法 article 45). Needs the password and is recorded in the security log. A repeat returns
 * the same copy. @throws Refusal student.wrongPassword, student.locked, privacy.exportRunning, exportsSpent, notFound.
 */
export async function requestDataCopy(
  deps: Deps,
  student: StudentActor,
  { id, password }: { id: string; password: string },
  client: Visitor,
) {
  const { studentId } = student
  await requireOwnStudentPassword(deps, student, password, client)
  const most = await deps.settings.get('privacy.exportsPerDay')
  await inTransaction(deps.db, async (tx) => {
    await lockOwnStudentRow(tx, studentId)
    const there = await findDataCopy(tx, id)
    if (there) return isCorrectionOwner(student, there) ? undefined : refuse('privacy.notFound')
    if (await hasPendingDataCopy(tx, studentId)) refuse('privacy.exportRunning')
    if ((await countRecentDataCopies(tx, studentId)) >= most) refuse('privacy.exportsSpent', { most })
    if (!(await insertDataCopy(tx, { id, studentId }))) refuse('privacy.notFound')
    await recordSecurityEvent(tx, { ...client, studentId, event: 'DATA_EXPORTED', detail: { id } })
  })
  const row = (await findDataCopy(deps.db, id)) ?? refuse('privacy.notFound')
  return toShown(deps, student, row)
}
