import { randomUUID } from 'node:crypto'
import { submitAbandoned } from '../../src/modules/exam/service.ts'
import { appNow } from '../../src/platform/db/database.ts'
import { examPlan, makeDecider, makeExam, type TestExam } from '../factories/exam.ts'
import { RoomClock } from '../rooms/clock.ts'
import { quiet } from '../rooms/line.ts'
import { pageScript } from '../rooms/page.ts'
import { lapse } from '../rooms/person.ts'
import { deps, staffCall } from '../world.ts'
import { Candidate } from './candidate.ts'
import type { Habits } from './habits.ts'
import type { ExamScript } from './ours.ts'

const rules = { examSeconds: 600, attemptsPerRound: 1 }
/** s between two looks of the server's own job, as in the portal */
const sweepSeconds = 15
/** ms after they looked in: what waited is sent */
const settleMs = 120_000

/** Whoever takes the exam, each by their habits. */
export async function seat(all: Habits[]): Promise<{ clock: RoomClock; candidates: Candidate[] }> {
  const { db } = await deps()
  const plan = await examPlan(rules)
  const exams: TestExam[] = []
  // one after the other: each takes as long as the lessons
  for (const _ of all) exams.push(await makeExam({ plan }))
  const [script, extend, now] = await Promise.all([
    pageScript('exam-page.ts') as Promise<ExamScript>,
    extender(),
    appNow(db),
  ])
  const clock = new RoomClock(now.getTime())
  const candidates = await Promise.all(
    all.map(async (habits, index) => {
      const exam = exams[index]
      if (!exam) throw new Error('more habits than seats')
      const { id } = exam.sign.student
      // the sessions of the first have lapsed while the others studied
      return new Candidate({ clock, script, extend, lapse }, exam, await lapse(id), habits)
    }),
  )
  return { clock, candidates }
}

/** Staff give more time to whatever attempt runs still. */
async function extender() {
  const [one, other] = await Promise.all([makeDecider(), makeDecider()])
  return async (attemptId: string, seconds: number): Promise<void> => {
    const id = randomUUID()
    const asked = { id, attemptId, kind: 'EXTEND', reason: '考场停电', seconds }
    const { code } = await staffCall('POST /exam/v1/ask', asked, one.token)
    if (code === 1) await staffCall('POST /exam/v1/decide', { id, approve: true }, other.token)
  }
}

/** Second by second, until everybody has looked into the portal once more, well after the bell, and nothing waits any longer. */
export async function run({ clock, candidates }: Awaited<ReturnType<typeof seat>>): Promise<void> {
  const all = await deps()
  const waiting = new Map(candidates.map((one) => [one, Number.POSITIVE_INFINITY]))
  for (let second = 1; waiting.size > 0; second += 1) {
    await clock.pass(1000)
    for (const one of candidates) one.turn()
    await quiet()
    if (second % sweepSeconds > 0) continue
    await submitAbandoned(all)
    const attempts = await attemptsOf(candidates)
    for (const [one, until] of waiting) {
      const deadline = attempts.get(one)?.deadline.getTime() ?? one.givesUpAt
      if (until < clock.now()) waiting.delete(one)
      else if (until === Number.POSITIVE_INFINITY && clock.now() >= deadline + one.looksInMs) {
        one.lookIn()
        waiting.set(one, clock.now() + settleMs)
      }
    }
  }
}

export async function attemptsOf(candidates: Candidate[]) {
  const { db } = await deps()
  const ids = candidates.map(({ exam }) => exam.sign.student.id)
  const rows = await db.selectFrom('attempt').selectAll().where('studentId', 'in', ids).execute()
  const byStudent = new Map(rows.map((row) => [row.studentId, row]))
  return new Map(candidates.map((one) => [one, byStudent.get(one.exam.sign.student.id)]))
}
