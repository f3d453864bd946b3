import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { examConsentVersionOf } from '../../server/src/modules/exam/consent-text.ts'
import { preparePapers } from '../../server/src/modules/exam/service/papers.ts'
import type { BenchStudent } from './people.ts'
import type { RequestStep } from './play.ts'
import type { BenchPortal } from './portal.ts'

export const paperOf50Questions = { singleCount: 25, multipleCount: 15, judgeCount: 10, pointsEach: 2 }

export interface BenchAttempt {
  student: BenchStudent
  attemptId: string
  questions: { id: string; answer: string[] }[]
}

export function buildStartStep({ signId, signCourseId, token }: BenchStudent): RequestStep {
  return { method: 'GET', path: `/exam/v1/start?signId=${signId}&id=${signCourseId}`, token }
}

/** Steps that save answers as a page does, with its browser number and the time of each choice. */
export function buildSaveSteps({ student, attemptId, questions }: BenchAttempt): RequestStep[] {
  const page = randomUUID()
  return questions.map(({ id }, index) => {
    const chosen = { [id]: Date.now() + index / 8 }
    const answers = { [id]: ['A'] }
    return step(student, 'save_answer', { attemptId, page, seq: index + 1, answers, chosen })
  })
}

export function buildSubmitStep(
  { student, attemptId, questions }: BenchAttempt,
  passing: boolean,
  seq = questions.length + 1,
): RequestStep {
  const answers = Object.fromEntries(questions.map(({ id, answer }) => [id, passing ? answer : []]))
  return step(student, 'submit_exam', { attemptId, seq, answers })
}

function step({ token }: BenchStudent, call: string, body: object): RequestStep {
  return { method: 'POST', path: `/exam/v1/${call}`, token, body: JSON.stringify(body) }
}

/** Opens all exams beforehand, so that only the exam itself is measured. */
export async function openBenchExams({ deps: { pool, settings } }: BenchPortal): Promise<void> {
  await pool.query(`insert into lesson_progress (sign_course_id, lesson_id, round, done_at)
    select chosen.id, lesson.id, 1, app_now()
    from sign_course chosen join lesson on lesson.version_id = chosen.course_version_id
    on conflict do nothing`)
  await pool.query('update sign_course set evaluated_at = app_now()')
  await pool.query(
    `insert into exam_consent (sign_course_id, mode, version) select id, 'CAMERA', $1 from sign_course`,
    [examConsentVersionOf(await settings.all())],
  )
}

/** The portal's own job also draws papers, so drawing repeats until none is due. */
export async function prepareAllPapers({ deps }: BenchPortal): Promise<void> {
  for (;;) {
    await preparePapers(deps)
    const { rows } = await deps.pool.query<{ due: boolean }>('select exists (select from exam_paper_due) as due')
    if (!rows[0]?.due) return
    await pause(100)
  }
}

/** Reads attempts that are ready or already started. */
export async function readBenchAttempts({ deps }: BenchPortal, people: BenchStudent[]): Promise<BenchAttempt[]> {
  const { rows } = await deps.pool.query<Omit<BenchAttempt, 'student'> & { student_id: string }>(
    `select chosen.student_id, paper.id as "attemptId", paper -> 'questions' as questions
     from exam_paper paper join sign_course chosen on chosen.id = paper.sign_course_id
     where not exists (select from attempt where attempt.id = paper.id and submitted_at is not null)`,
  )
  const byStudent = new Map(rows.map((row) => [row.student_id, row]))
  if (byStudent.size < rows.length) throw new Error('a student has two sittings')
  return people.map((student) => {
    const row = byStudent.get(student.id)
    if (!row) throw new Error('a student has no sitting')
    return { student, attemptId: row.attemptId, questions: row.questions }
  })
}
