import { actorOfStudent, audit } from '../../../platform/audit.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { countSecurityEvents, securityEvent, type Visitor } from '../../../platform/security-log.ts'
import { lockOwn, lockStudents, requireOwnPassword } from '../../student/service.ts'
import { isOwn } from '../policy.ts'
import {
  cancelClosing,
  findClosing,
  findHindrances,
  findWaiting,
  insertClosing,
} from '../store/closings.ts'
import { obstaclesOf } from './obstacles.ts'

/** the event that is counted */
const asked = 'CLOSING_ASKED'

/** Whether the account can be closed now, and whether it is about to be. */
export async function closingState(deps: Deps, { studentId }: StudentActor) {
  const [waiting, found, coolingDays] = await Promise.all([
    findWaiting(deps.db, studentId),
    findHindrances(deps.db, studentId),
    deps.settings.get('privacy.closingDays'),
  ])
  return { waiting: waiting ?? null, coolingDays, obstacles: obstaclesOf(found) }
}

/**
 * A student wishes to close the account (个人信息保护法 articles 15 and 47). Nothing happens until the days of cooling off are over; the same
 * id again, or a second wish while one waits, changes nothing.
 * @throws Refusal student.wrongPassword, student.locked, privacy.closingHindered, closingsSpent, notFound
 */
export async function askToClose(
  deps: Deps,
  student: StudentActor,
  { id, password }: { id: string; password: string },
  client: Visitor,
) {
  const { studentId } = student
  await requireOwnPassword(deps, student, password, client)
  const days = await deps.settings.get('privacy.closingDays')
  const most = await deps.settings.get('privacy.closingsPerDay')
  await inTransaction(deps.db, async (tx) => {
    await lockOwn(tx, studentId)
    const there = await findClosing(tx, id)
    if (there && !isOwn(student, there)) refuse('privacy.notFound')
    if (there || (await findWaiting(tx, studentId))) return
    const obstacles = obstaclesOf(await findHindrances(tx, studentId))
    if (obstacles.length > 0)
      refuse('privacy.closingHindered', { obstacle: obstacles.join('；'), obstacles })
    // wished and taken back all day, it would bury what else stands in the person's security log
    if ((await countSecurityEvents(tx, studentId, asked)) >= most)
      refuse('privacy.closingsSpent', { most })
    if (!(await insertClosing(tx, { id, studentId, days }))) refuse('privacy.notFound')
    await securityEvent(tx, { ...client, studentId, event: asked })
    await audit(tx, auditOf(studentId, 'privacy.closingAsked', client))
  })
  return closingState(deps, student)
}

/** Takes the wish back: the account goes on as it was. */
export async function keepAccount(deps: Deps, { studentId }: StudentActor, client: Visitor) {
  await inTransaction(deps.db, async (tx) => {
    // the job that carries it out holds the same lock
    await lockStudents(tx, [studentId])
    const waiting = await findWaiting(tx, studentId)
    if (!waiting) return
    await cancelClosing(tx, waiting.id)
    await securityEvent(tx, { ...client, studentId, event: 'CLOSING_TAKEN_BACK' })
    await audit(tx, auditOf(studentId, 'privacy.closingTakenBack', client))
  })
  return {}
}

function auditOf(
  studentId: string,
  action: 'privacy.closingAsked' | 'privacy.closingTakenBack',
  { ip }: Visitor,
) {
  return { actor: actorOfStudent(studentId), action, subject: studentId, ip }
}
