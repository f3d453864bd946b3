import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { consentVersionOf, preparePapers } from '../../server/src/modules/exam/service.ts'
import type { BenchStudent } from './people.ts'
import type { Step } from './play.ts'
import type { BenchPortal } from './portal.ts'

/** A long paper; without rules a course asks 20 questions. */
export const paperOf50 = { singleCount: 25, multipleCount: 15, judgeCount: 10, pointsEach: 2 }

export interface Sitting {
  student: BenchStudent
  attemptId: string
  questions: { id: string; answer: string[] }[]
}

export function startStep({ signId, signCourseId, token }: BenchStudent): Step {
  return { method: 'GET', path: `/exam/v1/start?signId=${signId}&id=${signCourseId}`, token }
}

/** As a page saves: with its browser's number and that of each choice. */
export function saveSteps({ student, attemptId, questions }: Sitting): Step[] {
  const page = randomUUID()
  return questions.map(({ id }, index) => {
    const chosen = { [id]: Date.now() + index / 8 }
    const answers = { [id]: ['A'] }
    return step(student, 'save_answer', { attemptId, page, seq: index + 1, answers, chosen })
  })
}

export function submitStep(
  { student, attemptId, questions }: Sitting,
  passing: boolean,
  seq = questions.length + 1,
): Step {
  const answers = Object.fromEntries(questions.map(({ id, answer }) => [id, passing ? answer : []]))
  return step(student, 'submit_exam', { attemptId, seq, answers })
}

function step({ token }: BenchStudent, call: string, body: object): Step {
  return { method: 'POST', path: `/exam/v1/${call}`, token, body: JSON.stringify(body) }
}

/** Everybody has studied, evaluated and agreed: what is measured is the exam. */
export async function openExams({ deps: { pool, settings } }: BenchPortal): Promise<void> {
  await pool.query(`insert into lesson_progress (sign_course_id, lesson_id, round, done_at)
    select chosen.id, lesson.id, 1, app_now()
    from sign_course chosen join lesson on lesson.version_id = chosen.course_version_id`)
  await pool.query('update sign_course set evaluated_at = app_now()')
  await pool.query(
    `insert into exam_consent (sign_course_id, mode, version) select id, 'CAMERA', $1 from sign_course`,
    [consentVersionOf(await settings.all())],
  )
}

/**
 * Draws every paper that is due. The measured portal draws, too, every quarter of a minute: what it has taken is due until it commits,
 * so the list is looked at until it is empty.
 */
export async function prepareAllPapers({ deps }: BenchPortal): Promise<void> {
  for (;;) {
    await preparePapers(deps)
    const { rows } = await deps.pool.query<{ due: boolean }>(
      'select exists (select from exam_paper_due) as due',
    )
    if (!rows[0]?.due) return
    await pause(100)
  }
}

/** The sitting that each has before them: its paper lies ready or has been begun. */
export async function readSittings(
  { deps }: BenchPortal,
  people: BenchStudent[],
): Promise<Sitting[]> {
  const { rows } = await deps.pool.query<Omit<Sitting, 'student'> & { student_id: string }>(
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
