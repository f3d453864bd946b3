import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import { appNow, type Db } from '../../../../platform/db/database.ts'
import type { PageRequest } from '../../../../platform/db/page.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { shanghaiDay } from '../../../../platform/shanghai-day.ts'
import { requiredHoursOf } from '../../../catalogue/required-courses.ts'
import { listPlans } from '../../../catalogue/service.ts'
import { createFileLink } from '../../../file/service/links.ts'
import { toHoursPerSubject } from '../../hours/totals.ts'
import { isOwnerOfReduction } from '../policy.ts'
import { isInApplicationWindow, tenthsToHours, toReductionRule } from '../rule.ts'
import {
  findReduction,
  listOwnReductions,
  listReductionFiles,
  type ReductionRow,
  type ReductionState,
} from '../store/reductions.ts'
import { listReviewSteps } from '../store/steps.ts'
import { findReductionRule, listAllReductionTypes, type ReductionRuleRow } from '../store/types.ts'

export async function listOfferedTypes({ db }: Deps) {
  const [types, plans, now] = await Promise.all([listAllReductionTypes(db), listPlans(db), appNow(db)])
  const today = shanghaiDay(now)
  return {
    types: types
      .filter((type) => type.enabled && isInApplicationWindow(type, today))
      .map((type) => ({ ...toReductionRule(type), code: type.code })),
    years: plans.filter(acceptsReductions).map((plan) => ({
      year: plan.year,
      trial: plan.trial,
      required: toHoursPerSubject(requiredHoursOf(plan)),
      closesAt: plan.studyEndAt,
    })),
  }
}

export function acceptsReductions(plan: { state: string; studyOpen: boolean }): boolean {
  return plan.state !== 'UPCOMING' && plan.studyOpen
}

export async function queryReductions(
  { db }: Deps,
  { studentId }: StudentActor,
  input: PageRequest & { year?: number | undefined; state?: ReductionState | undefined },
) {
  const { list, ...page } = await listOwnReductions(db, { ...input, studentId })
  return { list: list.map(toReductionSummary), ...page }
}

/** @throws Refusal reduction.notFound */
export async function reductionInfo(deps: Deps, student: StudentActor, id: string) {
  const row = await findReduction(deps.db, id)
  if (!row || !isOwnerOfReduction(student, row)) return refuse('reduction.notFound')
  const [rule, files, steps] = await Promise.all([
    requireReductionRule(deps.db, row),
    listReductionFiles(deps.db, id),
    listReviewSteps(deps.db, id),
  ])
  return {
    ...toReductionSummary(row),
    reason: row.reason,
    rule: toReductionRule(rule),
    attachments: files.map((file) => toEvidence(deps, file)),
    steps: steps.map(({ at, action, opinion }) => ({ at, action, opinion })),
  }
}

/** Finds the rule version that was valid when the application was submitted. */
export async function requireReductionRule(db: Db, row: ReductionRow): Promise<ReductionRuleRow> {
  const rule = await findReductionRule(db, row.typeId, row.typeVersion)
  if (!rule) throw new Error('an application without its rule')
  return rule
}

/** The link works for ten minutes. Null if the content was deleted. */
export function toEvidence(deps: Pick<Deps, 'keys'>, file: Awaited<ReturnType<typeof listReductionFiles>>[number]) {
  const { fileId, name, mime, size, ownerId, deletedAt } = file
  return { fileId, name, mime, size, url: createFileLink(deps, { id: fileId, ownerId, deletedAt }) }
}

export function toReductionSummary<Row extends ReductionRow>({ hours, hoursApproved, ...row }: Row) {
  const figures = { hours: tenthsToHours(hours), hoursApproved: tenthsToHours(hoursApproved) }
  return { ...row, ...figures, reversed: row.reversedAt !== null }
}
