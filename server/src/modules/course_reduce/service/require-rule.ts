import type { StudentActor } from '../../../platform/auth/sessions.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/errors.ts'
import { findPlanByYear } from '../../catalogue/service.ts'
import { asTenths, isInWindow, problemsOf, windowOf } from '../rule.ts'
import { type Activity, findSame, type ReductionRow, sumByType } from '../store/reductions.ts'
import { findHandedInType } from '../store/steps.ts'
import { findType, findTypeByCode, type RuleRow } from '../store/types.ts'
import { requireRule } from './read.ts'

/** What an application says. */
export interface Content {
  year: number
  typeCode: string
  subject: 'PROFESSIONAL' | 'PUBLIC' | null
  hours: number | null
  startDate: string | null
  endDate: string | null
  reason: string
  attachments: string[]
}

/** What was handed in has all of these: a check of the table. */
export function activityOf(row: ReductionRow): Activity & { hours: number } {
  const { studentId, typeId, year, subject, hours, startDate, endDate } = row
  if (!subject || hours === null || !startDate || !endDate)
    throw new Error('an application without what it asks for was handed in')
  return { studentId, typeId, year, subject, hours, startDate, endDate }
}

/** @throws Refusal reduction.notNow, reduction.againstRule naming the fields, reduction.overCap */
export async function requireByRule(
  tx: Tx,
  row: ReductionRow,
  files: number,
  today: string,
): Promise<void> {
  const rule = await requireRule(tx, row)
  const asked = activityOf(row)
  // a supplement comes when it comes; by another type it is a new application
  if ((await findHandedInType(tx, row.id)) !== row.typeCode) await requireWindow(tx, row, today)
  const required = await requiredTenths(tx, asked)
  const fields = problemsOf(rule, { ...asked, files }, required, today)
  const [problem] = Object.values(fields)
  if (problem) refuse('reduction.againstRule', { problem, fields })
  await requireWithinCap(tx, row, rule, { granted: asked.hours, waiting: true })
}

async function requireWindow(tx: Tx, row: ReductionRow, today: string): Promise<void> {
  const type = await findType(tx, row.typeId)
  if (type && !isInWindow(type, today)) refuse('reduction.notNow', { window: windowOf(type) })
}

/** Tenths that a year asks for in a subject. */
export async function requiredTenths(
  tx: Parameters<typeof findPlanByYear>[0],
  { year, subject }: Pick<Activity, 'year' | 'subject'>,
): Promise<number> {
  const plan = await findPlanByYear(tx, year)
  if (!plan) return 0
  return subject === 'PUBLIC' ? plan.requiredPublic : plan.requiredProfessional
}

/** The cap of the rule that it was made by, over what the type has given. @throws Refusal reduction.overCap */
export async function requireWithinCap(
  tx: Tx,
  row: ReductionRow,
  rule: RuleRow,
  { granted, waiting }: { granted: number; waiting: boolean },
): Promise<void> {
  if (rule.yearCap === null) return
  const given = await sumByType(tx, activityOf(row), { except: row.id, waiting })
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
 * An activity is applied for once. @returns the id of the student's own application that says the very same, where the client made no id
 * @throws Refusal reduction.alreadyOpen naming the other one
 */
export async function refuseTwin(
  tx: Tx,
  { studentId }: StudentActor,
  input: Content & { id?: string | undefined },
): Promise<string | null> {
  const type = await findTypeByCode(tx, input.typeCode)
  const { year, subject, startDate, endDate } = input
  if (!type || !subject || !startDate || !endDate) return null
  const activity = { studentId, typeId: type.id, year, subject, startDate, endDate }
  const same = await findSame(tx, activity, input.id ?? null)
  if (!same) return null
  const { id, applyNo, state, reason, hours } = same
  const repeated =
    !input.id && state === 'SUBMITTED' && reason === input.reason && hours === asTenths(input.hours)
  return repeated ? id : refuse('reduction.alreadyOpen', { applyNo, id })
}
