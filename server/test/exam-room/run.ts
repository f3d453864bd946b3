import { randomUUID } from 'node:crypto'
import { submitOverdueAttempts } from '../../src/modules/exam/service/finish.ts'
import { appNow } from '../../src/platform/db/database.ts'
import { makeExam, makeExamDecider, makeExamPlan, type TestExam } from '../factories/exam.ts'
import { RoomClock } from '../rooms/clock.ts'
import { waitUntilQuiet } from '../rooms/network.ts'
import { loadPageScript } from '../rooms/page.ts'
import { renewSession } from '../rooms/person.ts'
import { deps, staffCall } from '../world.ts'
import type { CandidateHabits } from './behaviours.ts'
import { Candidate } from './candidate.ts'
import type { ExamScript } from './exam-page.ts'

const rules = { examSeconds: 600, attemptsPerRound: 1 }
/** Seconds between two runs of the job that submits overdue attempts, as in the portal. */
const sweepSeconds = 15
/** Milliseconds after the last visit in which waiting answers are sent. */
const settleMs = 120_000

export async function createCandidates(all: CandidateHabits[]): Promise<{ clock: RoomClock; candidates: Candidate[] }> {
  const { db } = await deps()
  const plan = await makeExamPlan(rules)
  const exams: TestExam[] = []
  for (const _ of all) exams.push(await makeExam({ plan }))
  const [script, extend, now] = await Promise.all([
    loadPageScript('exam-page.ts') as Promise<ExamScript>,
    extender(),
    appNow(db),
  ])
  const clock = new RoomClock(now.getTime())
  const candidates = await Promise.all(
    all.map(async (habits, index) => {
      const exam = exams[index]
      if (!exam) throw new Error('more habits than seats')
      const { id } = exam.sign.student
      return new Candidate({ clock, script, extend, lapse: renewSession }, exam, await renewSession(id), habits)
    }),
  )
  return { clock, candidates }
}

async function extender() {
  const [one, other] = await Promise.all([makeExamDecider(), makeExamDecider()])
  return async (attemptId: string, seconds: number): Promise<void> => {
    const id = randomUUID()
    const asked = { id, attemptId, kind: 'EXTEND', reason: '考场停电', seconds }
    const { code } = await staffCall('POST /exam/v1/ask', asked, one.token)
    if (code === 1) await staffCall('POST /exam/v1/decide', { id, approve: true }, other.token)
  }
}

/** Runs until every candidate has visited the portal after the deadline and no answer waits to be sent. */
export async function runExamRoom({ clock, candidates }: Awaited<ReturnType<typeof createCandidates>>): Promise<void> {
  const all = await deps()
  const waiting = new Map(candidates.map((one) => [one, Number.POSITIVE_INFINITY]))
  for (let second = 1; waiting.size > 0; second += 1) {
    await clock.pass(1000)
    for (const one of candidates) one.turn()
    await waitUntilQuiet()
    if (second % sweepSeconds > 0) continue
    await submitOverdueAttempts(all)
    const attempts = await listCandidateAttempts(candidates)
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

export async function listCandidateAttempts(candidates: Candidate[]) {
  const { db } = await deps()
  const ids = candidates.map(({ exam }) => exam.sign.student.id)
  const rows = await db.selectFrom('attempt').selectAll().where('studentId', 'in', ids).execute()
  const byStudent = new Map(rows.map((row) => [row.studentId, row]))
  return new Map(candidates.map((one) => [one, byStudent.get(one.exam.sign.student.id)]))
}
