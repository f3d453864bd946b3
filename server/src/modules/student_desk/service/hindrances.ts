import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { overCaps } from '../../course_reduce/service.ts'
import { examSummaries } from '../../exam/service.ts'
import { listSignCourses, type SignCourse } from '../../sign/service.ts'
import { studyOverlap } from '../../study/service.ts'
import { findHindrances, type Hindrances } from '../store/merges.ts'

export interface Pair {
  keptId: string
  closedId: string
}

/** Courses that both were credited for at the same moments: those of the account to be closed begin anew. */
export interface Overlap {
  seconds: number
  courses: SignCourse[]
}

export interface Standing {
  /** what hinders a merge now, in words a member of staff can act on */
  obstacles: string[]
  overlap: Overlap | null
  /** of these years two free sign-ups become one */
  freeYears: number[]
}

/** How two accounts stand to each other before they become one. */
export async function readStanding(
  db: Db,
  { settings }: Pick<Deps, 'settings'>,
  pair: Pair,
): Promise<Standing> {
  const found = await findHindrances(db, pair, await settings.get('exam.sealedSeconds'))
  const exams = await examSummaries(db, pair.closedId)
  const passed = new Set([...exams].flatMap(([id, { state }]) => (state === 'PASSED' ? [id] : [])))
  const shared = await studyOverlap(db, { ...pair, first: passed })
  const freeYears = found.free
  const hindered = [
    ...obstaclesOf(found),
    ...(await overCaps(db, { from: pair.closedId, to: pair.keptId })),
  ]
  if (!shared) return { obstacles: hindered, overlap: null, freeYears }
  const again = new Set(shared.restarts)
  const courses = (await listSignCourses(db, pair.closedId)).filter(({ id }) => again.has(id))
  const overlap = { seconds: shared.seconds, courses }
  const credited = courses.filter(({ id }) => passed.has(id))
  const obstacles = [...hindered, ...creditedTwice(overlap, credited)]
  return { obstacles, overlap, freeYears }
}

/** @returns study both were credited for, null: none. @throws Refusal student_desk.mergeHindered with every obstacle */
export async function requireUnhindered(
  db: Db,
  deps: Pick<Deps, 'settings'>,
  pair: Pair,
): Promise<Overlap | null> {
  const { obstacles, overlap } = await readStanding(db, deps, pair)
  if (obstacles.length > 0)
    refuse('student_desk.mergeHindered', { obstacle: obstacles.join('；'), obstacles })
  return overlap
}

function obstaclesOf(found: Hindrances): string[] {
  return [
    ...(found.running ? ['有一场考试正在进行，请等交卷之后再合并'] : []),
    ...(found.sealable ? ['有一场考试刚刚截止，断网封存的答案还可能补交，请稍后再合并'] : []),
    ...(found.openOrder ? ['有订单待支付或退款中，请先办结'] : []),
    ...(found.extraTime ? ['两个账号设置的考试加时不同，请先在考场取消其中一个'] : []),
    ...(found.correction ? ['要关闭的账号有待处理的更正申请，请先处理'] : []),
    ...found.bothPaid.map((year) => `两个账号都已缴 ${year} 年度的费用，请先退其中一笔`),
    ...found.taken.map(
      (year) => `保留的账号有 ${year} 年度未缴费的报名，缴费的是另一个账号，请对调后再申请`,
    ),
  ]
}

/** Hours that stand in the ledger are not taken back by the way: their exam is voided first, by two people with a reason. */
function creditedTwice({ seconds }: Overlap, passed: SignCourse[]): string[] {
  return passed.map(
    ({ year, title }) =>
      `两个账号在同一时刻都计入了学习，超出时钟 ${Math.ceil(seconds)} 秒，涉及要关闭的账号已通过的「${title}」（${year} 年度），请先在考场作废该考试，或对调后再申请`,
  )
}
