import type { staffCalls } from '@ce/contract'
import { roundLastMinuteToMidnight } from '@ce/contract/plan-days'
import type { z } from 'zod'
import { auditStaff } from '../../../../platform/audit.ts'
import { publishContentChanged } from '../../../../platform/content-changed.ts'
import { inTransaction, type Tx } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { requireVersion } from '../../../../platform/require-version.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { announce } from '../../../message/service/announce.ts'
import {
  countPendingOrderLines,
  type DeskPlan,
  findDeskCourses,
  findDeskPlan,
  hasHoursInYear,
  hasPlanOfYear,
  insertDeskPlan,
  listDeskPlanCourses,
  lockDeskPlan,
  lockPlanCourses,
  type PlanColumns,
  type PlanCourseRow,
  replacePlanCourses,
  updateDeskPlan,
} from '../../service/desk.ts'
import { changedFieldsFixedByHours, changedFieldsFixedByPayment } from '../changes.ts'
import { planChangeAnnouncements } from '../messages.ts'
import { requirePlanReady } from './opening.ts'

type Saving = z.output<(typeof staffCalls)['plan']['save']['request']>

interface Columns {
  plan: PlanColumns
  courses: PlanCourseRow[]
}

/**
 * Saves a plan. Changed hours of a course apply to later sign-ups only (decision 009), and a repeated request returns
 * the first response.
 * @throws Refusal, those of the contract
 */
export function savePlan({ db }: Pick<Deps, 'db'>, staff: StaffAtWork, input: Saving) {
  return inTransaction(db, async (tx) => {
    const { id, version } = input
    const { plan, courses } = columnsOf(input.content)
    await requireCourses(tx, courses)
    const row = { ...plan, updatedBy: staff.username }
    const made = version === 0 && (await insertDeskPlan(tx, { ...row, id }))
    const there = await lockDeskPlan(tx, id)
    if (!there) return version === 0 ? refuseYear(plan.year) : refuse('plan.notFound')
    if (made) {
      await replacePlanCourses(tx, id, courses)
      await auditStaff(tx, staff, 'plan.saved', id, { after: planContentOf(plan, courses) })
      return { id, version: there.version }
    }
    await lockPlanCourses(tx, id)
    const listed = await listDeskPlanCourses(tx, id)
    const [before, after] = [planContentOf(there, listed), planContentOf(plan, courses)]
    if (JSON.stringify(before) === JSON.stringify(after)) return { id, version: there.version }
    requireVersion(there, version, 'plan.versionStale')
    refuseSold(there, plan, await countPendingOrderLines(tx, id))
    await refuseCounted(tx, there, plan)
    refuseChosen(listed, courses)
    const newer = await change(tx, there, { plan: row, courses })
    await auditStaff(tx, staff, 'plan.saved', id, { before, after })
    await publishContentChanged(tx)
    for (const words of planChangeAnnouncements(there, plan)) await announce(tx, words)
    return { id, version: newer }
  })
}

function refuseYear(year: number): never {
  return refuse('plan.yearTaken', { year, fields: { year: '该年度已有计划' } })
}

async function requireCourses(tx: Tx, courses: PlanCourseRow[]): Promise<void> {
  const ids = courses.map(({ courseId }) => courseId)
  const found = await findDeskCourses(tx, ids)
  if (found.length < ids.length) refuse('plan.noSuchCourse', { fields: { courses: '请重新选择课程' } })
}

/** Refuses changes of plan fields that students paid for, or that an unpaid order contains. */
function refuseSold(before: DeskPlan, after: PlanColumns, waiting: number): void {
  if (before.takenUp && after.trial !== before.trial) refuse('plan.trialKept', { fields: { trial: '不能再改' } })
  const changes = changedFieldsFixedByPayment(before, after)
  const locked = changes.join('、')
  const shortened = after.studyEndAt < before.studyEndAt
  if (before.paid > 0 && locked) refuse('plan.sold', { paid: before.paid, locked })
  if (before.paid > 0 && shortened) refuse('plan.shortened', { fields: { studyEndAt: '只能延后' } })
  if (waiting > 0 && (locked || shortened)) refuse('plan.ordered', { waiting, locked: locked || '学习截止时间' })
}

/** Once students have hours of a year, refuses changes of the year and the required hours of its plan. */
async function refuseCounted(tx: Tx, before: DeskPlan, after: PlanColumns): Promise<void> {
  const locked = changedFieldsFixedByHours(before, after).join('、')
  const { year } = before
  if (locked && (await hasHoursInYear(tx, year))) refuse('plan.counted', { year, locked })
}

type Listed = Awaited<ReturnType<typeof listDeskPlanCourses>>[number]

function refuseChosen(before: Listed[], after: PlanCourseRow[]): void {
  const kept = new Set(after.map(({ courseId }) => courseId))
  const gone = before.find(({ courseId, chosen }) => chosen > 0 && !kept.has(courseId))
  if (gone) refuse('plan.courseChosen', { title: gone.title, chosen: gone.chosen })
}

/** A plan that is open, or opens by its new dates, must be complete. */
async function change(
  tx: Tx,
  there: DeskPlan,
  { plan, courses }: { plan: PlanColumns & { updatedBy: string }; courses: PlanCourseRow[] },
): Promise<number> {
  await requireFreeYear(tx, there, plan.year)
  const had = (await listDeskPlanCourses(tx, there.id)).map(({ courseId }) => courseId)
  const newer = await updateDeskPlan(tx, there.id, plan)
  await replacePlanCourses(tx, there.id, courses)
  const state = (await findDeskPlan(tx, there.id))?.state
  if (state === 'DRAFT' || state === 'CLOSED') return newer
  await requirePlanReady(tx, { ...plan, id: there.id }, had)
  return newer
}

async function requireFreeYear(tx: Tx, there: DeskPlan, year: number): Promise<void> {
  if (there.year === year) return
  if (await hasPlanOfYear(tx, year)) refuseYear(year)
}

function columnsOf(content: Saving['content']): Columns {
  const { price, requiredHours, courses, year, title, trial } = content
  return {
    plan: {
      year,
      title,
      trial,
      signStartAt: new Date(content.signStartAt),
      signEndAt: new Date(roundLastMinuteToMidnight(content.signEndAt)),
      studyEndAt: new Date(roundLastMinuteToMidnight(content.studyEndAt)),
      priceFen: price,
      requiredProfessional: Math.round(requiredHours.professional * 10),
      requiredPublic: Math.round(requiredHours.public * 10),
    },
    courses: courses.map((course) => ({ ...course, hours: Math.round(course.hours * 10) })),
  }
}

/** Returns the plan's content for the audit log and for detecting repeated requests. */
export function planContentOf(plan: PlanColumns, courses: PlanCourseRow[]): Saving['content'] {
  return {
    year: plan.year,
    title: plan.title,
    trial: plan.trial,
    signStartAt: plan.signStartAt.toISOString(),
    signEndAt: plan.signEndAt.toISOString(),
    studyEndAt: plan.studyEndAt.toISOString(),
    price: plan.priceFen,
    requiredHours: {
      professional: plan.requiredProfessional / 10,
      public: plan.requiredPublic / 10,
    },
    courses: courses.map(({ courseId, required, hours }) => ({
      courseId,
      required,
      hours: hours / 10,
    })),
  }
}
