import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { appNow, type Db } from '../../../platform/db/database.ts'
import type { Paging } from '../../../platform/db/page.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { listPlans, requiredOf } from '../../catalogue/service.ts'
import { linkFor } from '../../file/service.ts'
import { asHours as bucketsAsHours } from '../../hours/service.ts'
import { isOwn } from '../policy.ts'
import { asHours, isInWindow, toRule } from '../rule.ts'
import {
  findReduction,
  listFiles,
  listOwn,
  type ReductionRow,
  type ReductionState,
} from '../store/reductions.ts'
import { listSteps } from '../store/steps.ts'
import { findRule, listTypes, type RuleRow } from '../store/types.ts'

/** The types that can be applied for today, and the years that still take applications. */
export async function offeredTypes({ db }: Deps) {
  const [types, plans, now] = await Promise.all([listTypes(db), listPlans(db), appNow(db)])
  const today = shanghaiDay(now)
  return {
    types: types
      .filter((type) => type.enabled && isInWindow(type, today))
      .map((type) => ({ ...toRule(type), code: type.code })),
    years: plans.filter(takesReductions).map((plan) => ({
      year: plan.year,
      trial: plan.trial,
      required: bucketsAsHours(requiredOf(plan)),
      closesAt: plan.studyEndAt,
    })),
  }
}

/** A year takes applications from its beginning to the end of its study. */
export function takesReductions(plan: { state: string; studyOpen: boolean }): boolean {
  return plan.state !== 'UPCOMING' && plan.studyOpen
}

/** A page of the student's own applications. */
export async function queryReductions(
  { db }: Deps,
  { studentId }: StudentActor,
  input: Paging & { year?: number | undefined; state?: ReductionState | undefined },
) {
  const { list, ...page } = await listOwn(db, { ...input, studentId })
  return { list: list.map(toHead), ...page }
}

/** One's own application with its evidence and trail. @throws Refusal reduction.notFound also for another's */
export async function reductionInfo(deps: Deps, student: StudentActor, id: string) {
  const row = await findReduction(deps.db, id)
  if (!row || !isOwn(student, row)) return refuse('reduction.notFound')
  const [rule, files, steps] = await Promise.all([
    requireRule(deps.db, row),
    listFiles(deps.db, id),
    listSteps(deps.db, id),
  ])
  return {
    ...toHead(row),
    reason: row.reason,
    rule: toRule(rule),
    attachments: files.map((file) => toEvidence(deps, file)),
    steps: steps.map(({ at, action, opinion }) => ({ at, action, opinion })),
  }
}

/** The rule an application was made by. */
export async function requireRule(db: Db, row: ReductionRow): Promise<RuleRow> {
  const rule = await findRule(db, row.typeId, row.typeVersion)
  if (!rule) throw new Error('an application without its rule')
  return rule
}

/** A file of an application with a private link of ten minutes (product §3); null: its content is gone. */
export function toEvidence(
  deps: Pick<Deps, 'keys'>,
  file: Awaited<ReturnType<typeof listFiles>>[number],
) {
  const { fileId, name, mime, size, ownerId, deletedAt } = file
  return { fileId, name, mime, size, url: linkFor(deps, { id: fileId, ownerId, deletedAt }) }
}

/** What every list shows of an application. */
export function toHead<Row extends ReductionRow>({ hours, hoursApproved, ...row }: Row) {
  const figures = { hours: asHours(hours), hoursApproved: asHours(hoursApproved) }
  return { ...row, ...figures, reversed: row.reversedAt !== null }
}
