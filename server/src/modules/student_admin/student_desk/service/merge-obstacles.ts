import type { Db } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { capConflictsOfMerge } from '../../../credits/course_reduce/service/reverse.ts'
import { loadExamSummaries } from '../../../exam/service/summaries.ts'
import { listSignCourses, type SignCourse } from '../../../learning/sign/service.ts'
import { findStudyOverlap } from '../../../learning/study/service/desk.ts'
import { findMergeObstacles, type MergeObstacles } from '../store/merges.ts'

export interface AccountPair {
  keptId: string
  closedId: string
}

/** Courses credited to both accounts at the same time; those of the closed account restart. */
export interface AccountStudyOverlap {
  seconds: number
  courses: SignCourse[]
}

type MergeDeps = Pick<Deps, 'settings' | 'files' | 'missingReports'>

export interface MergeFacts {
  /** Each obstacle is a sentence that tells staff how to remove it. */
  obstacles: string[]
  overlap: AccountStudyOverlap | null
  /** Years in which the free signs of both accounts become one. */
  freeYears: number[]
}

export async function readMergeFacts(db: Db, deps: MergeDeps, pair: AccountPair): Promise<MergeFacts> {
  const found = await findMergeObstacles(db, pair, await deps.settings.get('exam.sealedSeconds'))
  const exams = await loadExamSummaries(db, pair.closedId)
  const passed = new Set([...exams].flatMap(([id, { state }]) => (state === 'PASSED' ? [id] : [])))
  const shared = await findStudyOverlap({ ...deps, db }, { ...pair, first: passed })
  const freeYears = found.free
  const hindered = [...obstaclesOf(found), ...(await capConflictsOfMerge(db, { from: pair.closedId, to: pair.keptId }))]
  if (!shared) return { obstacles: hindered, overlap: null, freeYears }
  const again = new Set(shared.restarts)
  const courses = (await listSignCourses(db, pair.closedId)).filter(({ id }) => again.has(id))
  const overlap = { seconds: shared.seconds, courses }
  const credited = courses.filter(({ id }) => passed.has(id))
  const obstacles = [...hindered, ...creditedTwice(overlap, credited)]
  return { obstacles, overlap, freeYears }
}

/**
 * @returns the overlap of study, or null if there is none. @throws Refusal student_desk.mergeHindered with every
 * obstacle.
 */
export async function requireMergePossible(
  db: Db,
  deps: MergeDeps,
  pair: AccountPair,
): Promise<AccountStudyOverlap | null> {
  const { obstacles, overlap } = await readMergeFacts(db, deps, pair)
  if (obstacles.length > 0) refuse('student_desk.mergeHindered', { obstacle: obstacles.join('；'), obstacles })
  return overlap
}

function obstaclesOf(found: MergeObstacles): string[] {
  return [
    ...(found.running ? ['有一场考试正在进行，请等交卷之后再合并'] : []),
    ...(found.sealable ? ['有一场考试刚刚截止，断网封存的答案还可能补交，请稍后再合并'] : []),
    ...(found.openOrder ? ['有订单待支付或退款中，请先办结'] : []),
    ...(found.extraTime ? ['两个账号设置的考试加时不同，请先在考场取消其中一个'] : []),
    ...(found.correction ? ['要关闭的账号有待处理的更正申请，请先处理'] : []),
    ...found.bothPaid.map((year) => `两个账号都已缴 ${year} 年度的费用，请先退其中一笔`),
    ...found.taken.map((year) => `保留的账号有 ${year} 年度未缴费的报名，缴费的是另一个账号，请对调后再申请`),
  ]
}

/** Two people must first void the passed attempt, because its hours are in the ledger. */
function creditedTwice({ seconds }: AccountStudyOverlap, passed: SignCourse[]): string[] {
  return passed.map(
    ({ year, title }) =>
      `两个账号在同一时刻都计入了学习，超出时钟 ${Math.ceil(seconds)} 秒，涉及要关闭的账号已通过的「${title}」（${year} 年度），请先在考场作废该考试，或对调后再申请`,
  )
}
