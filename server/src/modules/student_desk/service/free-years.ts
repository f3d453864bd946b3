import type { Tx } from '../../../platform/db/database.ts'
import { examSummaries, listPasses } from '../../exam/service.ts'
import { exchangeCourses, isPaid, listSignCourses, listSigns } from '../../sign/service.ts'
import { listProgress } from '../../study/service.ts'
import { coursesThatChange, type Standing } from '../free-years.ts'
import type { Pair } from './hindrances.ts'

/**
 * Makes one sign-up of two where both accounts have one of a year (decision 010); what was paid for in money had hindered the merge. Course by
 * course, what was got further with goes on in the kept account's sign. What does not stays with the closed account as its record.
 * @returns how many courses came, and the sittings whose hours the kept account has by its own: they count once
 */
export async function joinFreeYears(
  tx: Tx,
  { keptId, closedId }: Pair,
): Promise<{ courses: number; counted: ReadonlySet<string> }> {
  const [mine, theirs] = [await paidPlans(tx, keptId), await paidPlans(tx, closedId)]
  const plans = new Set([...mine].filter((planId) => theirs.has(planId)))
  if (plans.size === 0) return { courses: 0, counted: new Set() }
  const closed = await standingsIn(tx, closedId, plans)
  const { comes, goes } = coursesThatChange(await standingsIn(tx, keptId, plans), closed)
  await exchangeCourses(tx, [...comes, ...goes], [keptId, closedId])
  const stays = closed.filter(({ id }) => !comes.includes(id)).map(({ id }) => id)
  return { courses: comes.length, counted: new Set(await listPasses(tx, stays)) }
}

async function paidPlans(tx: Tx, studentId: string): Promise<Set<string>> {
  const signs = await listSigns(tx, studentId)
  return new Set(signs.filter(isPaid).map(({ planId }) => planId))
}

async function standingsIn(
  tx: Tx,
  studentId: string,
  plans: ReadonlySet<string>,
): Promise<Standing[]> {
  const courses = (await listSignCourses(tx, studentId)).filter(({ planId }) => plans.has(planId))
  const exams = await examSummaries(tx, studentId)
  const progress = await listProgress(
    tx,
    courses.map(({ id }) => id),
  )
  return courses.map(({ id, planCourseId }) => ({
    id,
    planCourseId,
    passed: exams.get(id)?.state === 'PASSED',
    creditedDs: progress
      .filter(({ signCourseId }) => signCourseId === id)
      .reduce((sum, { creditedDs }) => sum + creditedDs, 0),
  }))
}
