import { actorOfStudent, audit } from '../../../platform/audit.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { appNow, inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { countSecurityEvents, securityEvent, type Visitor } from '../../../platform/security-log.ts'
import { type NewMessage, notify } from '../../message/service.ts'
import { listUnstudied, type Unstudied } from '../../sign/service.ts'
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
  const [waiting, found, coolingDays, losses] = await Promise.all([
    findWaiting(deps.db, studentId),
    findHindrances(deps.db, studentId),
    deps.settings.get('privacy.closingDays'),
    listUnstudied(deps.db, studentId),
  ])
  const obstacles = obstaclesOf(found)
  return { waiting: waiting ?? null, coolingDays, obstacles, ...lossesOf(losses) }
}

/**
 * A student wishes to close the account (个人信息保护法 articles 15 and 47). Nothing happens until the days of cooling off are over; the same
 * id again, or a second wish while one waits, changes nothing.
 * @throws Refusal student.wrongPassword, student.locked, privacy.closingHindered, closingsSpent, lossUnconfirmed, notFound
 */
export async function askToClose(
  deps: Deps,
  student: StudentActor,
  { id, password, lost = 0 }: { id: string; password: string; lost?: number | undefined },
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
    const losses = lossesOf(await listUnstudied(tx, studentId))
    if (losses.lost !== lost) refuseLoss(losses.lost)
    if (!(await insertClosing(tx, { id, studentId, days, lostFen: lost })))
      refuse('privacy.notFound')
    await securityEvent(tx, { ...client, studentId, event: asked })
    await audit(tx, { ...auditOf(studentId, 'privacy.closingAsked', client), detail: { lost } })
    await notify(tx, askedMessage(studentId, days, await appNow(tx)))
  })
  return closingState(deps, student)
}

/** A safety notice: whoever else has the password could have asked. */
function askedMessage(studentId: string, days: number, at: Date): NewMessage {
  return {
    studentId,
    kind: 'ACCOUNT',
    event: `account.closingAsked:${at.toISOString()}`,
    link: '/system/privacy',
    title: '已申请注销账号',
    body: `您已申请注销账号，自申请时起满 ${days} 天后账号将被注销，在此之前可以撤回申请。如果不是您本人操作，请立即撤回申请、修改密码并联系客服。`,
  }
}

/** In hours instead of tenths, with the sum. */
function lossesOf(unstudied: readonly Unstudied[]) {
  const losses = unstudied.map((one) => ({
    ...one,
    hours: one.hours / 10,
    hoursLeft: one.hoursLeft / 10,
  }))
  return { losses, lost: losses.reduce((sum, { left }) => sum + left, 0) }
}

/** Nobody gives up money unseen, nor another sum than they saw. */
function refuseLoss(lost: number): never {
  const sum = (lost / 100).toFixed(2)
  return refuse('privacy.lossUnconfirmed', {
    sum,
    amount: lost,
    fields: { lost: `请确认放弃已缴费而没有学完的部分，折合 ${sum} 元` },
  })
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
