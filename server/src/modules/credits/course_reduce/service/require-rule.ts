import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import type { Tx } from '../../../../platform/db/database.ts'
import { refuse } from '../../../../platform/errors.ts'
import { findPlanByYear } from '../../../catalogue/service.ts'
import { applicationWindowText, hoursToTenths, isInApplicationWindow, reductionRuleProblems } from '../rule.ts'
import { listApplicationsSharingEvidence, listOverlappingReductions } from '../store/desk.ts'
import {
  findReductionOfSameActivity,
  listReductionFiles,
  type ReductionActivity,
  type ReductionRow,
  sumReductionTenths,
} from '../store/reductions.ts'
import { findTypeOfLastSubmission } from '../store/steps.ts'
import { findReductionType, findReductionTypeByCode, type ReductionRuleRow } from '../store/types.ts'
import { requireReductionRule } from './read.ts'

const numbersOf = (rows: { applyNo: string }[]) => [...new Set(rows.map(({ applyNo }) => applyNo))].join('、')

export interface ReductionContent {
  year: number
  typeCode: string
  subject: 'PROFESSIONAL' | 'PUBLIC' | null
  hours: number | null
  startDate: string | null
  endDate: string | null
  reason: string
  attachments: string[]
}

export function reductionActivityOf(row: ReductionRow): ReductionActivity & { hours: number } {
  const { studentId, typeId, year, subject, hours, startDate, endDate } = row
  if (!subject || hours === null || !startDate || !endDate)
    throw new Error('an application without what it asks for was handed in')
  return { studentId, typeId, year, subject, hours, startDate, endDate }
}

/** @throws Refusal reduction.notNow, reduction.againstRule with fields, reduction.overCap */
export async function requireReductionRuleMet(tx: Tx, row: ReductionRow, files: number, today: string): Promise<void> {
  const rule = await requireReductionRule(tx, row)
  const asked = reductionActivityOf(row)
  // A returned application may be submitted again after the application period of its type, but not with another type.
  if ((await findTypeOfLastSubmission(tx, row.id)) !== row.typeCode) await requireWindow(tx, row, today)
  const required = await requiredTenthsOfYear(tx, asked)
  const fields = reductionRuleProblems(rule, { ...asked, files }, required, today)
  const [problem] = Object.values(fields)
  if (problem) refuse('reduction.againstRule', { problem, fields })
  await requireWithinYearlyCap(tx, row, rule, { granted: asked.hours, waiting: true })
}

async function requireWindow(tx: Tx, row: ReductionRow, today: string): Promise<void> {
  const type = await findReductionType(tx, row.typeId)
  if (type && !isInApplicationWindow(type, today)) refuse('reduction.notNow', { window: applicationWindowText(type) })
}

export async function requiredTenthsOfYear(
  tx: Parameters<typeof findPlanByYear>[0],
  { year, subject }: Pick<ReductionActivity, 'year' | 'subject'>,
): Promise<number> {
  const plan = await findPlanByYear(tx, year)
  if (!plan) return 0
  return subject === 'PUBLIC' ? plan.requiredPublic : plan.requiredProfessional
}

/** Uses the application's own rule version. @throws Refusal reduction.overCap */
export async function requireWithinYearlyCap(
  tx: Tx,
  row: ReductionRow,
  rule: ReductionRuleRow,
  { granted, waiting }: { granted: number; waiting: boolean },
): Promise<void> {
  if (rule.yearCap === null) return
  const given = await sumReductionTenths(tx, reductionActivityOf(row), { except: row.id, waiting })
  const left = Math.max(0, rule.yearCap - given)
  if (granted > left)
    refuse('reduction.overCap', {
      name: rule.name,
      year: row.year,
      cap: rule.yearCap / 10,
      left: left / 10,
      fields: { hours: `最多 ${left / 10} 学时` },
    })
}

/**
 * Refuses a second application for the same activity.
 * @returns the id of the waiting application if it is identical and the client sent no id; else null
 * @throws Refusal reduction.alreadyOpen
 */
export async function refuseDuplicateReduction(
  tx: Tx,
  { studentId }: StudentActor,
  input: ReductionContent & { id?: string | undefined },
): Promise<string | null> {
  const type = await findReductionTypeByCode(tx, input.typeCode)
  const { year, subject, startDate, endDate } = input
  if (!type || !subject || !startDate || !endDate) return null
  const activity = { studentId, typeId: type.id, year, subject, startDate, endDate }
  const same = await findReductionOfSameActivity(tx, activity, input.id ?? null)
  if (!same) return null
  const { id, applyNo, state, reason, hours } = same
  const repeated = !input.id && state === 'SUBMITTED' && reason === input.reason && hours === hoursToTenths(input.hours)
  return repeated ? id : refuse('reduction.alreadyOpen', { applyNo, id })
}

/**
 * Overlapping days count once (decision 042) unless the reviewer confirms them with a reason. @returns the numbers of
 * the applications for the log @throws Refusal reduction.overlapping
 */
export async function requireOverlapConfirmed(tx: Tx, row: ReductionRow, seen: string[]): Promise<string[]> {
  const approved = (await listOverlappingReductions(tx, row.id)).filter(({ state }) => state === 'APPROVED')
  const unseen = approved.filter(({ id }) => !seen.includes(id))
  if (unseen.length > 0) refuse('reduction.overlapping', { others: numbersOf(unseen) })
  return approved.map(({ applyNo }) => applyNo)
}

/** @throws Refusal reduction.singly for a possible duplicate */
export async function requireBatchApprovable(tx: Tx, row: ReductionRow): Promise<void> {
  const files = await listReductionFiles(tx, row.id)
  const hashes = files.map(({ sha256 }) => sha256)
  const twins = hashes.length > 0 ? await listApplicationsSharingEvidence(tx, row.id, hashes) : []
  const days = await listOverlappingReductions(tx, row.id)
  const doubts = [
    ...(twins.length > 0 ? [`佐证材料与 ${numbersOf(twins)} 相同`] : []),
    ...(days.length > 0 ? [`起止日期与同一学员同类的 ${numbersOf(days)} 重叠`] : []),
  ]
  if (doubts.length > 0) refuse('reduction.singly', { problem: doubts.join('；') })
}
