import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'
import { StartError } from '../../src/platform/start-error.ts'

/** The year that invented learners are in the middle of, and when the world begins. */
export interface RunningYear {
  year: number
  /** tenths */
  requiredPublic: number
  /** when they begin to sign up, and until when they can */
  begin: Date
  signBy: Date
  now: Date
}

const day = 86_400_000
/** a life of a year takes so long at the most: what lies before it does not matter to anybody */
const livedDays = 90

/**
 * The newest plan whose study time has begun and is not over; the world begins now. Where there is none, the world begins ten days before the
 * end of the last one, or thirty days after the beginning of the next. @throws StartError where no plan is open to anybody
 */
export async function findRunningYear(db: Db, now: Date): Promise<RunningYear> {
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
  const moment =
    studyEndAt <= now ? studyEndAt.getTime() - 10 * day : signStartAt.getTime() + 30 * day
  // of a plan of a few days, its middle
  const inside = signStartAt.getTime() < moment && moment < studyEndAt.getTime()
  return new Date(inside ? moment : (signStartAt.getTime() + studyEndAt.getTime()) / 2)
}
