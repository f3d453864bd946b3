import { isDeepStrictEqual } from 'node:util'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { findRules } from '../../catalogue/service.ts'
import { proofOutlook } from '../../certification_grant/service.ts'
import { entriesOfSource, firstCredits, placeOf } from '../../hours/service.ts'
import { findSignCourse, isPaid } from '../../sign/service.ts'
import { findStudent } from '../../student/service.ts'
import {
  restoreConsequences,
  restoreProblem,
  type Situation,
  voidConsequences,
} from '../consequences.ts'
import { type Attempt, findAttempt, listAttempts } from '../store/attempts.ts'

export type Undoable = 'VOID' | 'RESET' | 'RESTORE'

export interface Consequences {
  /** why it cannot be done now */
  problem: string | null
  /** a sentence each, in the order in which they are read */
  list: string[]
}

/** For staff, before they ask or decide. */
export async function readConsequences(
  { db }: Deps,
  { attemptId, kind }: { attemptId: string; kind: Undoable },
): Promise<Consequences> {
  const attempt = await findAttempt(db, attemptId, 0)
  if (!attempt) return refuse('exam.attemptNotFound')
  return consequencesOf(db, attempt, kind)
}

/** Of a sitting that somebody looks at already. */
export async function consequencesOfVoid(db: Db, attemptId: string): Promise<string[]> {
  const attempt = await findAttempt(db, attemptId, 0)
  return attempt ? (await consequencesOf(db, attempt, 'VOID')).list : []
}

/** What would follow from taking a result away or giving it back, as everything stands now. */
export async function consequencesOf(
  db: Db,
  attempt: Attempt,
  kind: Undoable,
): Promise<Consequences> {
  const situation = await situationOf(db, attempt, kind)
  if (kind === 'RESTORE')
    return { problem: restoreProblem(situation), list: restoreConsequences(situation) }
  return { problem: null, list: voidConsequences(situation, kind === 'RESET') }
}

/** Whoever decides has seen what follows: otherwise nothing is done. @throws Refusal exam.consequencesChanged */
export async function requireSeen(
  tx: Tx,
  attempt: Attempt,
  kind: Undoable,
  seen: string[] | undefined,
): Promise<string[]> {
  const { problem, list } = await consequencesOf(tx, attempt, kind)
  if (problem) refuse('exam.restoreBlocked', { problem })
  if (!isDeepStrictEqual(seen, list)) refuse('exam.consequencesChanged', { consequences: list })
  return list
}

async function situationOf(db: Db, attempt: Attempt, kind: Undoable): Promise<Situation> {
  const { id, studentId, signCourseId, round, no, score, passed, counts, voidedAt } = attempt
  const course = await findSignCourse(db, signCourseId)
  const rules = course && (await findRules(db, course.courseVersionId))
  const student = await findStudent(db, studentId)
  if (!course || !rules || !student) throw new Error('the sign course of an attempt is gone')
  const others = (await listAttempts(db, signCourseId, 0)).filter((one) => one.id !== id)
  const { standing, entries } = await entriesOfSource(db, studentId, 'COURSE', id)
  const [first] = entries
  const credited =
    first &&
    (await firstCredits(db, [{ studentId, entries: [first] }])).get(
      placeOf({ studentId, seq: first.seq }),
    )
  const { subject, year, trial } = course
  const coming = passed ? (first?.hours ?? course.hours) : 0
  const tenths = kind === 'RESTORE' ? coming : -(standing?.hours ?? 0)
  const used = others.filter((one) => one.round === course.round && one.counts).length
  const own = kind !== 'RESET' && round === course.round ? 1 : 0
  const after = others.filter(({ startedAt }) => startedAt > attempt.startedAt)
  return {
    ...{ no, score, passed, counts, year, trial, voidedAt },
    running: attempt.submittedAt === null,
    hours: Math.abs(tenths) / 10,
    since: shanghaiDay(credited ?? first?.at ?? attempt.submittedAt ?? attempt.now),
    refunded: !isPaid(course),
    closed: student.closedAt !== null,
    proof: await proofOutlook(db, { studentId, year }, { subject, hours: tenths }),
    passedAs: others.find((one) => one.passed && !one.voidedAt && !one.covered)?.no ?? null,
    heir: others.find((one) => one.passed && !one.voidedAt && one.covered)?.no ?? null,
    runningNo: others.find(({ submittedAt }) => !submittedAt)?.no ?? null,
    later: after.filter(({ submittedAt }) => submittedAt).length,
    left: Math.max(0, rules.attemptsPerRound - used - own),
    roundBack:
      passed === true &&
      course.round === round + 1 &&
      !others.some((one) => one.round === course.round),
  }
}
