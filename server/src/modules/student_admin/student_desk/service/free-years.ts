import type { Tx } from '../../../../platform/db/database.ts'
import { loadExamSummaries } from '../../../exam/service/summaries.ts'
import { listPassSourceIds } from '../../../exam/service.ts'
import { exchangeCoursesOfSigns, isSignPaid, listSignCourses, listSigns } from '../../../learning/sign/service.ts'
import { listLessonProgress } from '../../../learning/study/service.ts'
import { coursesToExchange, type FreeYearCourseProgress } from '../free-years.ts'
import type { AccountPair } from './merge-obstacles.ts'

/**
 * In free years that both accounts signed up for, the kept account gets the course with more progress (decision 010);
 * two signs paid with money prevent a merge. The other courses stay with the closed account as a record.
 * @returns number of moved courses, and the attempts whose hours the kept account already has
 */
export async function mergeSignsOfFreeYears(
  tx: Tx,
  { keptId, closedId }: AccountPair,
): Promise<{ courses: number; counted: ReadonlySet<string> }> {
  const [mine, theirs] = [await paidPlans(tx, keptId), await paidPlans(tx, closedId)]
  const plans = new Set([...mine].filter((planId) => theirs.has(planId)))
  if (plans.size === 0) return { courses: 0, counted: new Set() }
  const closed = await standingsIn(tx, closedId, plans)
  const { comes, goes } = coursesToExchange(await standingsIn(tx, keptId, plans), closed)
  await exchangeCoursesOfSigns(tx, [...comes, ...goes], [keptId, closedId])
  const stays = closed.filter(({ id }) => !comes.includes(id)).map(({ id }) => id)
  return { courses: comes.length, counted: new Set(await listPassSourceIds(tx, stays)) }
}

async function paidPlans(tx: Tx, studentId: string): Promise<Set<string>> {
  const signs = await listSigns(tx, studentId)
  return new Set(signs.filter(isSignPaid).map(({ planId }) => planId))
}

async function standingsIn(tx: Tx, studentId: string, plans: ReadonlySet<string>): Promise<FreeYearCourseProgress[]> {
  const courses = (await listSignCourses(tx, studentId)).filter(({ planId }) => plans.has(planId))
  const exams = await loadExamSummaries(tx, studentId)
  const progress = await listLessonProgress(
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
