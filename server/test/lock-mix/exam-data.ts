import { createHash, randomBytes } from 'node:crypto'
import { digestPassword } from '@ce/contract/password'
import type pg from 'pg'
import { insertInitialQuestions } from '../../src/modules/catalogue/question/service.ts'
import { addCourse, addPlan, addPlanCourse } from '../../src/modules/catalogue/service.ts'
import { examConsentVersionOf } from '../../src/modules/exam/consent-text.ts'
import { submitExam } from '../../src/modules/exam/service/hand-in.ts'
import { preparePapers } from '../../src/modules/exam/service/papers.ts'
import { startExam } from '../../src/modules/exam/service/start.ts'
import { learnProcess } from '../../src/modules/learning/study/service.ts'
import { createOrder } from '../../src/modules/money/order/service/create.ts'
import { importStudent } from '../../src/modules/student/service/register.ts'
import type { Deps } from '../../src/platform/deps.ts'

export const examHallPlanYear = 2151
const year = 2150
const day = 86_400_000

export interface ExamHall {
  size: number
  running: number
  submitted: number
  ready: number
  courseId: string
  lessonId: string
  questionIds: string[]
  rightAnswers: Record<string, string[]>
}

export const hallStudentIdOf = (kind: string, no: number): string => {
  const hex = createHash('md5').update(`${kind}${no}`).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
const id = (kind: string) => `overlay(overlay(md5('${kind}' || nth) placing '4' from 13) placing '8' from 17)::uuid`

/**
 * Creates one student of each kind by the services; all other students are copies. ANALYZE is not run on the tables.
 */
export async function fillExamHall(deps: Deps, size: number): Promise<ExamHall> {
  const { courseId, lessonId } = await makeCourse(deps)
  const failer = await makeTemplate(deps, courseId, 1)
  const sitter = await makeTemplate(deps, courseId, 2)
  await openExams(deps)
  await preparePapers(deps)
  const { questionIds, rightAnswers } = await readPaper(deps.pool, sitter.signCourseId)
  await study(deps, sitter, lessonId)
  const sat = await begin(deps, failer)
  await submitExam(deps, failer.actor, {
    ...{ attemptId: sat, seq: 1, answers: {}, byClock: false },
  })
  const begun = await begin(deps, sitter)
  const running = Math.min(200, Math.floor(size / 5))
  const submitted = Math.floor(size * 0.8)
  const ready = Math.floor(size * 0.95)
  const hall = { size, running, submitted, ready, courseId, lessonId, questionIds, rightAnswers }
  const client = await deps.pool.connect()
  try {
    // The copied rows are valid, so triggers and foreign keys are switched off.
    await client.query(`set session_replication_role = replica`)
    await copyAll(client, hall, { sitter, begun, sat })
    await client.query('reset session_replication_role')
  } finally {
    client.release()
  }
  return hall
}

interface Template {
  id: string
  signId: string
  signCourseId: string
  actor: { studentId: string; tokenHash: string }
}

async function copyAll(
  client: pg.PoolClient,
  { size, running, submitted, ready }: ExamHall,
  { sitter, begun, sat }: { sitter: Template; begun: string; sat: string },
): Promise<void> {
  const of = (column: string, value: string) => `t.${column} = '${value}'`
  const [student, course] = [`'student_id', ${id('student')}`, `'sign_course_id', ${id('course')}`]
  const attempt = `'id', ${id('attempt')}, ${course}, ${student}`
  const number = `lpad(nth::text, 8, '0')`
  const people = `'id', ${id('student')}, 'id_no', 'P' || ${number}, 'phone', '139' || ${number}, 'certificate_no', 'COPY' || ${number}`
  await copy(client, 'student', of('id', sitter.id), people, 1, size)
  const hash = `'token_hash', sha256(('session' || nth)::bytea)`
  const seen = `'seen_at', app_now() - interval '1 hour'`
  await copy(client, 'session', of('student_id', sitter.id), `${hash}, ${seen}, ${student}`, 1, size)
  const sign = `'id', ${id('sign')}, ${student}`
  await copy(client, 'sign', of('id', sitter.signId), sign, 1, ready)
  const chosen = `'id', ${id('course')}, 'sign_id', ${id('sign')}, ${student}`
  await copy(client, 'sign_course', of('id', sitter.signCourseId), chosen, 1, ready)
  const ofCourse = of('sign_course_id', sitter.signCourseId)
  for (const table of ['lesson_progress', 'exam_consent']) await copy(client, table, ofCourse, course, 1, ready)
  const clock = `${student}, 'session_no', 1000000 + nth`
  await copy(client, 'study_clock', of('student_id', sitter.id), clock, 1, submitted)
  const session = `'no', 1000000 + nth, 'id', ${id('play')}, ${student}, ${course}`
  await copy(client, 'play_session', ofCourse, session, 1, submitted)
  await copy(client, 'study_beat', `true`, `'session_no', 1000000 + nth`, 1, submitted)
  const paper = `'id', ${id('attempt')}, ${course}`
  await copy(client, 'exam_paper', of('id', begun), paper, 1, ready)
  await copy(client, 'attempt', of('id', begun), attempt, 1, running)
  const ended = `${attempt}, 'receipt', md5('receipt' || nth)`
  await copy(client, 'attempt', of('id', sat), ended, running + 1, submitted)
  const logged = `'attempt_id', ${id('attempt')}`
  await copy(client, 'answer_log', of('attempt_id', sat), logged, running + 1, submitted)
  await copy(client, 'capture', of('attempt_id', begun), logged, 1, submitted)
  await client.query(`insert into message (student_id, kind, event, title, body)
    select ${id('student')}, 'ACCOUNT', 'copied', '通知', '' from generate_series(1, ${size}) nth`)
}

async function copy(
  client: pg.PoolClient,
  table: string,
  which: string,
  values: string,
  from: number,
  to: number,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = $1 and table_schema = current_schema() and is_generated = 'NEVER'
       and (is_identity = 'NO' or column_name = 'no')`,
    [table],
  )
  const columns = rows.map(({ name }) => `"${name}"`)
  await client.query(
    `insert into ${table} (${columns}) overriding system value
     select ${columns.map((column) => `made.${column}`)}
     from (select * from ${table} t where ${which}) t cross join generate_series(${from}, ${to}) nth
     cross join lateral jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(${values})) made`,
  )
}

async function makeCourse(deps: Deps) {
  const { db } = deps
  const video = await db
    .insertInto('file')
    .values({
      ...{ purpose: 'LESSON', storageKey: 'hall/lesson', name: 'lesson.mp4', mime: 'video/mp4' },
      ...{ size: 1, sha256: Buffer.alloc(32) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const courseId = await addCourse(db, {
    ...{ code: 'hall', title: '测试课程', intro: '', subject: 'PROFESSIONAL', coverFileId: null },
    ...{ trialSeconds: 0, rules: {} },
    teacher: { name: '张教授', titleCode: 1, employer: '示例大学', intro: '' },
    lessons: [{ title: '第 1 讲', kind: 'VIDEO', durationDs: 9_000_000, videoFileId: video.id }],
  })
  await insertInitialQuestions(db, courseId, [...bank('SINGLE', 20), ...bank('MULTIPLE', 20), ...bank('JUDGE', 20)])
  for (const one of [year, examHallPlanYear]) {
    const planId = await addPlan(db, {
      ...{ year: one, title: `${one} 年度`, priceFen: 0 },
      ...{ requiredProfessional: 60, requiredPublic: 0 },
      signStartAt: new Date(Date.now() - day),
      signEndAt: new Date(Date.now() + 100 * day),
      studyEndAt: new Date(Date.now() + 100 * day),
    })
    await addPlanCourse(db, { planId, courseId, position: 1, required: true, hours: 60 })
  }
  const { id: lessonId } = await db
    .selectFrom('lesson')
    .select('id')
    .where('courseId', '=', courseId)
    .executeTakeFirstOrThrow()
  return { courseId, lessonId }
}

function bank(type: 'SINGLE' | 'MULTIPLE' | 'JUDGE', count: number) {
  const texts = type === 'JUDGE' ? ['正确', '错误'] : ['对一', '对二', '错一', '错二']
  return Array.from({ length: count }, (_, index) => ({
    ...{ type, difficulty: 2, explanation: '第一个选项' },
    stem: `${type} 第 ${index + 1} 题：下列说法正确的是？`,
    options: texts.map((text, at) => ({ id: 'abcd'[at] ?? 'x', text })),
    answer: type === 'MULTIPLE' ? ['a', 'b'] : ['a'],
  }))
}

async function makeTemplate(deps: Deps, courseId: string, no: number): Promise<Template> {
  const { db } = deps
  const studentId = await importStudent(
    db,
    {
      ...{ name: '测试药师', idType: 'PASSPORT', idNo: `T0000000${no}`, phone: `1380000000${no}` },
      ...{ certificateNo: `TEMPLATE${no}`, employer: '示例大药房', titleCode: 0 },
      initialPasswordChanged: true,
    },
    digestPassword(randomBytes(8).toString('hex')),
  )
  await deps.sessions.issue(db, studentId)
  const actor = { studentId, tokenHash: '' }
  await createOrder(deps, actor, { year, courseIds: [courseId], payType: 'FREE' })
  const chosen = await db
    .selectFrom('signCourse')
    .select(['id', 'signId'])
    .where('studentId', '=', studentId)
    .executeTakeFirstOrThrow()
  return { id: studentId, signId: chosen.signId, signCourseId: chosen.id, actor }
}

async function openExams({ pool, settings }: Deps): Promise<void> {
  await pool.query(`insert into lesson_progress (sign_course_id, lesson_id, round, done_at)
    select chosen.id, lesson.id, 1, app_now()
    from sign_course chosen join lesson on lesson.version_id = chosen.course_version_id`)
  await pool.query('update sign_course set evaluated_at = app_now()')
  await pool.query(
    `insert into exam_consent (sign_course_id, mode, version) select id, 'CAMERA', $1 from sign_course`,
    [examConsentVersionOf(await settings.all())],
  )
}

async function begin(deps: Deps, { actor, signId, signCourseId }: Template): Promise<string> {
  await startExam(deps, actor, { signId, id: signCourseId })
  const { id: attemptId } = await deps.db
    .selectFrom('attempt')
    .select('id')
    .where('signCourseId', '=', signCourseId)
    .executeTakeFirstOrThrow()
  return attemptId
}

async function study(deps: Deps, { actor, signCourseId }: Template, lessonId: string) {
  await learnProcess(deps, actor, {
    ...{ id: signCourseId, lessonId, playSessionId: hallStudentIdOf('template play', 1) },
    ...{ seq: 0, event: 'start', position: 0, intervals: [] },
  })
}

async function readPaper(pool: pg.Pool, signCourseId: string) {
  const { rows } = await pool.query<{ questions: { id: string; answer: string[] }[] }>(
    `select paper -> 'questions' as questions from exam_paper where sign_course_id = $1`,
    [signCourseId],
  )
  const questions = rows[0]?.questions ?? []
  const rightAnswers = Object.fromEntries(questions.map(({ id: key, answer }) => [key, answer]))
  return { questionIds: questions.map(({ id: key }) => key), rightAnswers }
}
