import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { playbackUrl } from '../../../platform/files/links.ts'
import { securityEvent, type Visitor } from '../../../platform/security-log.ts'
import { lockOwn, requireOwnPassword } from '../../student/service.ts'
import { isOwn } from '../policy.ts'
import {
  countExports,
  type ExportRow,
  findExport,
  insertExport,
  isMaking,
  listExports,
} from '../store/exports.ts'

/** The copies a student asked for, and how many more today. */
export async function myExports(deps: Deps, student: StudentActor) {
  const most = await deps.settings.get('privacy.exportsPerDay')
  const [rows, used] = await Promise.all([
    listExports(deps.db, student.studentId),
    countExports(deps.db, student.studentId),
  ])
  return { list: rows.map((row) => toShown(deps, student, row)), left: Math.max(0, most - used) }
}

/** The address is bound to this sign-in: signed out, it opens nothing any more. */
function toShown(deps: Deps, student: StudentActor, row: ExportRow) {
  const { id, askedAt, size, fileId, gone, deleteDueAt } = row
  const state = stateOf(row)
  return {
    id,
    askedAt,
    state,
    size,
    url: fileId && !gone ? playbackUrl(deps.keys, fileId, student) : null,
    deletedOn: deleteDueAt,
  }
}

function stateOf({ state, gone }: ExportRow) {
  if (state === 'READY') return gone ? ('GONE' as const) : ('READY' as const)
  return state === 'FAILED' ? ('FAILED' as const) : ('MAKING' as const)
}

/**
 * Asks for a copy of everything kept about the student (个人信息保护法 article 45): a job makes it. Needs the password, and leaves an entry in the
 * security log. The same id again is the same copy.
 * @throws Refusal student.wrongPassword, student.locked, privacy.exportRunning, exportsSpent, notFound
 */
export async function askExport(
  deps: Deps,
  student: StudentActor,
  { id, password }: { id: string; password: string },
  client: Visitor,
) {
  const { studentId } = student
  await requireOwnPassword(deps, student, password, client)
  const most = await deps.settings.get('privacy.exportsPerDay')
  await inTransaction(deps.db, async (tx) => {
    // those asked for at once are counted one after the other
    await lockOwn(tx, studentId)
    const there = await findExport(tx, id)
    if (there) return isOwn(student, there) ? undefined : refuse('privacy.notFound')
    if (await isMaking(tx, studentId)) refuse('privacy.exportRunning')
    if ((await countExports(tx, studentId)) >= most) refuse('privacy.exportsSpent', { most })
    if (!(await insertExport(tx, { id, studentId }))) refuse('privacy.notFound')
    await securityEvent(tx, { ...client, studentId, event: 'DATA_EXPORTED', detail: { id } })
  })
  const row = (await findExport(deps.db, id)) ?? refuse('privacy.notFound')
  return toShown(deps, student, row)
}
