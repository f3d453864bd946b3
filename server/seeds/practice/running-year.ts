import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'
import { StartError } from '../../src/platform/errors.ts'

/** The plan year in which the invented learners study. */
export interface PracticeYear {
  year: number
  requiredPublic: number
  begin: Date
  signBy: Date
  now: Date
}

const day = 86_400_000
/** Days of simulated study before the practice world begins. */
const livedDays = 90

/**
 * The practice world begins in an open plan, or else close to the window of the nearest plan. @throws StartError when
 * no plan is open
 */
export async function findPracticeYear(db: Db, now: Date): Promise<PracticeYear> {
  const plans = await db
    .selectFrom('plan')
    .select(['id', 'year', 'requiredPublic', 'signStartAt', 'signEndAt', 'studyEndAt'])
    .where('openedAt', 'is not', null)
    .where('closedAt', 'is', null)
    .where('trial', '=', false)
    .where(
      sql<boolean>`exists (select from plan_course join course on course.id = plan_course.course_id
        where plan_course.plan_id = plan.id and course.withdrawn_at is null)`,
    )
    .orderBy('year', 'desc')
    .execute()
  const begun = plans.filter(({ signStartAt }) => signStartAt < now)
  const plan = begun.find(({ studyEndAt }) => studyEndAt > now) ?? begun[0] ?? plans.at(-1)
  if (!plan)
    throw new StartError(
      'the portal has no plan that was opened, has courses and is no trial: there is nothing to rehearse; open one there first',
    )
  const begins = beginsAt(plan, now)
  const begin = new Date(Math.max(plan.signStartAt.getTime(), begins.getTime() - livedDays * day))
  const signBy = plan.signEndAt < begins ? plan.signEndAt : begins
  return {
    year: plan.year,
    requiredPublic: plan.requiredPublic,
    begin: begin < signBy ? begin : plan.signStartAt,
    signBy,
    now: begins,
  }
}

function beginsAt({ signStartAt, studyEndAt }: { signStartAt: Date; studyEndAt: Date }, now: Date) {
  if (signStartAt < now && now < studyEndAt) return now
  const moment = studyEndAt <= now ? studyEndAt.getTime() - 10 * day : signStartAt.getTime() + 30 * day
  // If that moment is outside a short plan, the middle of the plan is used.
  const inside = signStartAt.getTime() < moment && moment < studyEndAt.getTime()
  return new Date(inside ? moment : (signStartAt.getTime() + studyEndAt.getTime()) / 2)
}
