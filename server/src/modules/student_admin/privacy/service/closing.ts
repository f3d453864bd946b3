import { audit, studentActorName } from '../../../../platform/audit.ts'
import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import { appNow, inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { countSecurityEvents, recordSecurityEvent, type Visitor } from '../../../../platform/security-log.ts'
import { listUnstudiedYears, type UnstudiedYear } from '../../../learning/sign/service.ts'
import { type NewMessage, notify } from '../../../message/service.ts'
import { lockOwnStudentRow, requireOwnStudentPassword } from '../../../student/service/profile.ts'
import { lockStudents } from '../../../student/service.ts'
import { isCorrectionOwner } from '../policy.ts'
import {
  type ClosingObstacles,
  cancelClosing,
  findClosing,
  findClosingObstacles,
  findPendingClosing,
  insertClosing,
} from '../store/closings.ts'

const words: Record<keyof ClosingObstacles, string> = {
  openOrder: '有订单待支付，请先支付或取消',
  employerOrder: '单位有为您代缴的订单待支付，请等单位支付或取消',
  refund: '有退款正在办理，请等退款到账',
  running: '有考试正在进行，请先交卷',
  inReview: '有考试正在核查，请等核查结束',
  appeal: '有考试申诉还没有答复',
  reduction: '有学时减免正在审核，请等审核结束或撤回申请',
  returned: '有学时减免待补正，请先补正或撤回申请',
  invoice: '有发票正在开具或换开，请等发票开出；待开票的申请和待红冲的换开申请也可以撤回',
  merge: '有合并账号的申请待确认，请联系客服',
}

const asked = 'CLOSING_ASKED'

export async function loadClosingState(deps: Deps, { studentId }: StudentActor) {
  const [waiting, found, coolingDays, losses] = await Promise.all([
    findPendingClosing(deps.db, studentId),
    findClosingObstacles(deps.db, studentId),
    deps.settings.get('privacy.closingDays'),
    listUnstudiedYears(deps.db, studentId),
  ])
  const obstacles = closingObstacleTexts(found)
  return { waiting: waiting ?? null, coolingDays, obstacles, ...lossesOf(losses) }
}

/**
 * The account stays unchanged in the waiting days (个人信息保护法 articles 15 and 47). A repeat or a second request changes
 * nothing. @throws Refusal student.wrongPassword, student.locked, privacy.closingHindered, closingsSpent,
 * lossUnconfirmed, notFound.
 */
export async function requestClosing(
  deps: Deps,
  student: StudentActor,
  { id, password, lost = 0 }: { id: string; password: string; lost?: number | undefined },
  client: Visitor,
) {
  const { studentId } = student
  await requireOwnStudentPassword(deps, student, password, client)
  const days = await deps.settings.get('privacy.closingDays')
  const most = await deps.settings.get('privacy.closingsPerDay')
  await inTransaction(deps.db, async (tx) => {
    await lockOwnStudentRow(tx, studentId)
    const there = await findClosing(tx, id)
    if (there && !isCorrectionOwner(student, there)) refuse('privacy.notFound')
    if (there || (await findPendingClosing(tx, studentId))) return
    const obstacles = closingObstacleTexts(await findClosingObstacles(tx, studentId))
    if (obstacles.length > 0) refuse('privacy.closingHindered', { obstacle: obstacles.join('；'), obstacles })
    // The number of requests is limited, because unlimited requests would flood the security log.
    if ((await countSecurityEvents(tx, studentId, asked)) >= most) refuse('privacy.closingsSpent', { most })
    const losses = lossesOf(await listUnstudiedYears(tx, studentId))
    if (losses.lost !== lost) refuseLoss(losses.lost)
    if (!(await insertClosing(tx, { id, studentId, days, lostFen: lost }))) refuse('privacy.notFound')
    await recordSecurityEvent(tx, { ...client, studentId, event: asked })
    await audit(tx, { ...auditOf(studentId, 'privacy.closingAsked', client), detail: { lost } })
    await notify(tx, askedMessage(studentId, days, await appNow(tx)))
  })
  return loadClosingState(deps, student)
}

/** The message warns the owner, because someone else may know the password. */
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

/** Converts lost study time to hours and adds up the amounts. */
function lossesOf(unstudied: readonly UnstudiedYear[]) {
  const losses = unstudied.map((one) => ({
    ...one,
    hours: one.hours / 10,
    hoursLeft: one.hoursLeft / 10,
  }))
  return { losses, lost: losses.reduce((sum, { left }) => sum + left, 0) }
}

/** The student must accept exactly the amount shown. */
function refuseLoss(lost: number): never {
  const sum = (lost / 100).toFixed(2)
  return refuse('privacy.lossUnconfirmed', {
    sum,
    amount: lost,
    fields: { lost: `请确认放弃已缴费而没有学完的部分，折合 ${sum} 元` },
  })
}

export async function cancelOwnClosing(deps: Deps, { studentId }: StudentActor, client: Visitor) {
  await inTransaction(deps.db, async (tx) => {
    await lockStudents(tx, [studentId])
    const waiting = await findPendingClosing(tx, studentId)
    if (!waiting) return
    await cancelClosing(tx, waiting.id)
    await recordSecurityEvent(tx, { ...client, studentId, event: 'CLOSING_TAKEN_BACK' })
    await audit(tx, auditOf(studentId, 'privacy.closingTakenBack', client))
  })
  return {}
}

function auditOf(studentId: string, action: 'privacy.closingAsked' | 'privacy.closingTakenBack', { ip }: Visitor) {
  return { actor: studentActorName(studentId), action, subject: studentId, ip }
}

/** Sentences that tell the student how to remove each obstacle. */
export function closingObstacleTexts(found: ClosingObstacles): string[] {
  const keys = Object.keys(words) as (keyof ClosingObstacles)[]
  return keys.filter((key) => found[key]).map((key) => words[key])
}
