import type { staffCalls } from '@ce/contract'
import { lastMinuteAsMidnight } from '@ce/contract/plan-days'
import type { z } from 'zod'
import { auditStaff } from '../../../platform/audit.ts'
import { tellContentChanged } from '../../../platform/content-changed.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { requireVersion } from '../../../platform/require-version.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import {
  countWaiting,
  type DeskPlan,
  findDeskCourses,
  findDeskPlan,
  hasPlanOf,
  insertDeskPlan,
  listDeskPlanCourses,
  lockDeskPlan,
  lockPlanCourses,
  type PlanColumns,
  type PlanCourseRow,
  replacePlanCourses,
  updateDeskPlan,
  yearHasHours,
} from '../../catalogue/service/desk.ts'
import { announce } from '../../message/service.ts'
import { countedChanges, soldChanges } from '../changes.ts'
import { changeAnnouncements } from '../messages.ts'
import { requireReady } from './open.ts'

type Saving = z.output<(typeof staffCalls)['plan']['save']['request']>

interface Columns {
  plan: PlanColumns
  courses: PlanCourseRow[]
}

/**
 * A new draft of a plan (version 0), or a changed plan. What somebody has paid for stays; hours of a course change for
 * those who sign up from now on (decision 009). An identical repeat gets its first answer.
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
      await auditStaff(tx, staff, 'plan.saved', id, { after: contentOf(plan, courses) })
      return { id, version: there.version }
    }
    await lockPlanCourses(tx, id)
    const listed = await listDeskPlanCourses(tx, id)
    const [before, after] = [contentOf(there, listed), contentOf(plan, courses)]
    if (JSON.stringify(before) === JSON.stringify(after)) return { id, version: there.version }
    requireVersion(there, version, 'plan.versionStale')
    refuseSold(there, plan, await countWaiting(tx, id))
    await refuseCounted(tx, there, plan)
    refuseChosen(listed, courses)
    const newer = await change(tx, there, { plan: row, courses })
    await auditStaff(tx, staff, 'plan.saved', id, { before, after })
    await tellContentChanged(tx)
    for (const words of changeAnnouncements(there, plan)) await announce(tx, words)
    return { id, version: newer }
  })
}

/** Also of a new one: what else could be in its way is told apart by its id. */
function refuseYear(year: number): never {
  return refuse('plan.yearTaken', { year, fields: { year: '该年度已有计划' } })
}

async function requireCourses(tx: Tx, courses: PlanCourseRow[]): Promise<void> {
  const ids = courses.map(({ courseId }) => courseId)
  const found = await findDeskCourses(tx, ids)
  if (found.length < ids.length)
    refuse('plan.noSuchCourse', { fields: { courses: '请重新选择课程' } })
}

/** What somebody has paid for, or may be paying for just now, stays as it was. */
function refuseSold(before: DeskPlan, after: PlanColumns, waiting: number): void {
  if (before.takenUp && after.trial !== before.trial)
    refuse('plan.trialKept', { fields: { trial: '不能再改' } })
  const changes = soldChanges(before, after)
  const locked = changes.join('、')
  const shortened = after.studyEndAt < before.studyEndAt
  if (before.paid > 0 && locked) refuse('plan.sold', { paid: before.paid, locked })
  if (before.paid > 0 && shortened) refuse('plan.shortened', { fields: { studyEndAt: '只能延后' } })
  if (waiting > 0 && (locked || shortened))
    refuse('plan.ordered', { waiting, locked: locked || '学习截止时间' })
}

/** Hours that stand in a year keep its plan and what it asks for, however they came there. */
async function refuseCounted(tx: Tx, before: DeskPlan, after: PlanColumns): Promise<void> {
  const locked = countedChanges(before, after).join('、')
  const { year } = before
  if (locked && (await yearHasHours(tx, year))) refuse('plan.counted', { year, locked })
}

type Listed = Awaited<ReturnType<typeof listDeskPlanCourses>>[number]

function refuseChosen(before: Listed[], after: PlanCourseRow[]): void {
  const kept = new Set(after.map(({ courseId }) => courseId))
  const gone = before.find(({ courseId, chosen }) => chosen > 0 && !kept.has(courseId))
  if (gone) refuse('plan.courseChosen', { title: gone.title, chosen: gone.chosen })
}

/** Writes it; a plan that is open, or is again by its new dates, must be one that students can go through. */
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
  await requireReady(tx, { ...plan, id: there.id }, had)
  return newer
}

async function requireFreeYear(tx: Tx, there: DeskPlan, year: number): Promise<void> {
  if (there.year === year) return
  if (await hasPlanOf(tx, year)) refuseYear(year)
}

function columnsOf(content: Saving['content']): Columns {
  const { price, requiredHours, courses, year, title, trial } = content
  return {
    plan: {
      year,
      title,
      trial,
      signStartAt: new Date(content.signStartAt),
      signEndAt: new Date(lastMinuteAsMidnight(content.signEndAt)),
      studyEndAt: new Date(lastMinuteAsMidnight(content.studyEndAt)),
      priceFen: price,
      requiredProfessional: Math.round(requiredHours.professional * 10),
      requiredPublic: Math.round(requiredHours.public * 10),
    },
    courses: courses.map((course) => ({ ...course, hours: Math.round(course.hours * 10) })),
  }
}

/** The columns again as the contract has them: what the log tells, and what a repeat is known by. */
export function contentOf(plan: PlanColumns, courses: PlanCourseRow[]): Saving['content'] {
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
