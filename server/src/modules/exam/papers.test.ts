import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import {
  callStartExam,
  failTestAttempt,
  makeExam,
  makeExamPlan,
  startTestAttempt,
  type TestExam,
} from '../../../test/factories/exam.ts'
import { deps, must, runWithoutTriggers, sendRawRequest } from '../../../test/world.ts'
import { preparePapers } from './service/papers.ts'

async function agree({ exam, token }: TestExam) {
  const { consent } = await must('GET /exam/v1/info', exam, token)
  const { version } = consent
  await must('POST /exam/v1/consent', { ...exam, mode: 'CAMERA', version }, token)
}

async function papersOf({ exam }: TestExam) {
  const { db } = await deps()
  return db
    .selectFrom('examPaper')
    .select(['id', 'no', 'bankVersion'])
    .where('signCourseId', '=', exam.id)
    .orderBy('no')
    .execute()
}

describe('prepared papers', () => {
  it('a paper is prepared in advance and used at the start; after a failed attempt the next is prepared', async () => {
    const exam = await makeExam()
    await agree(exam)
    expect(await papersOf(exam)).toEqual([])
    await Promise.all([preparePapers(await deps()), preparePapers(await deps())])
    const [ready] = await papersOf(exam)
    const begun = await callStartExam(exam)
    expect(begun).toMatchObject({ code: 1, data: { attemptId: ready?.id, savedSeq: 0 } })
    await preparePapers(await deps())
    expect(await papersOf(exam)).toHaveLength(1)
    const { attemptId } = await failTestAttempt(exam)
    expect(attemptId).toBe(ready?.id)
    await preparePapers(await deps())
    const papers = await papersOf(exam)
    expect(papers).toMatchObject([{ no: 1 }, { no: 2 }])
    expect((await callStartExam(exam)).data.attemptId).toBe(papers[1]?.id)
  })

  it('prepares no paper for a student without attempts left', async () => {
    const exam = await makeExam({ rules: { attemptsPerRound: 1 } })
    await preparePapers(await deps())
    await failTestAttempt(exam)
    await preparePapers(await deps())
    expect(await papersOf(exam)).toHaveLength(1)
  })

  it('stops preparing papers when the process is told to stop', async () => {
    const exam = await makeExam()
    await agree(exam)
    const all = await deps()
    const stop = AbortSignal.abort(new Error('stopping'))
    await expect(preparePapers(all, stop)).rejects.toBe(stop.reason)
    expect(await papersOf(exam)).toEqual([])
    await preparePapers(all)
    expect(await papersOf(exam)).toHaveLength(1)
  })

  it('discards prepared papers when the question bank has changed', async () => {
    const plan = await makePlan({ courses: [{}] })
    const course = plan.courses[0]
    const exam = await makeExam({ plan })
    await agree(exam)
    const all = await deps()
    await preparePapers(all)
    const [before] = await papersOf(exam)
    await sql`update question set explanation = explanation || '。' where course_id = ${course?.courseId}`.execute(
      all.db,
    )
    await preparePapers(all)
    const after = await papersOf(exam)
    expect(after).toHaveLength(1)
    expect(after[0]?.id).not.toBe(before?.id)
    const [old] = await papersOf(exam)
    await sql`update question set enabled = false where id = (
      select id from question where course_id = ${course?.courseId} and type = 'SINGLE' limit 1)`.execute(all.db)
    const begun = await callStartExam(exam)
    expect(begun).toMatchObject({ code: 1 })
    expect(begun.data.attemptId).not.toBe(old?.id)
  })

  it('keeps prepared papers when only tags or counts of questions change', async () => {
    const plan = await makePlan({ courses: [{}] })
    const exam = await makeExam({ plan })
    const all = await deps()
    await preparePapers(all)
    const before = await papersOf(exam)
    await sql`update question set tags = '{要点}' where course_id = ${plan.courses[0]?.courseId}`.execute(all.db)
    await preparePapers(all)
    expect(await papersOf(exam)).toEqual(before)
  })
})

const changed = ['sign_course', 'plan', 'sign', 'exam_consent', 'attempt']

const change = ({ exam }: TestExam, facts: ReturnType<typeof sql>) =>
  runWithoutTriggers(changed, (tx) =>
    sql`with mine as (select * from sign_course where id = ${exam.id}) ${facts}`.execute(tx),
  )

describe('starting with a prepared paper', () => {
  it.each([
    [
      'before the evaluation',
      'exam.notEvaluated',
      sql`update sign_course set evaluated_at = null from mine where sign_course.id = mine.id`,
    ],
    [
      'when study has ended',
      'exam.closed',
      sql`update plan set sign_end_at = app_now(), study_end_at = app_now() from mine where plan.id = mine.plan_id`,
    ],
    [
      'when the money has gone back',
      'exam.notPaid',
      sql`update sign set refunded_at = app_now() from mine where sign.id = mine.sign_id`,
    ],
    ['before it is paid', 'exam.notPaid', sql`update sign set paid_at = null from mine where sign.id = mine.sign_id`],
    [
      'by the consent to an older text',
      'exam.consentNeeded',
      sql`update exam_consent set version = 'old' from mine where sign_course_id = mine.id`,
    ],
  ])('a start with a prepared paper is refused %s', async (_, refusal, facts) => {
    const exam = await makeExam({ plan: await makePlan({ courses: [{}] }) })
    await agree(exam)
    await preparePapers(await deps())
    expect(await papersOf(exam)).toHaveLength(1)
    await change(exam, facts)
    expect(await callStartExam(exam)).toMatchObject({ key: refusal })
  })

  it('a start with a prepared paper is refused after a passed exam', async () => {
    const exam = await makeExam({ plan: await makePlan({ courses: [{}] }) })
    await failTestAttempt(exam)
    await preparePapers(await deps())
    expect(await papersOf(exam)).toHaveLength(2)
    await change(exam, sql`update attempt set passed = true from mine where sign_course_id = mine.id`)
    expect(await callStartExam(exam)).toMatchObject({ key: 'exam.alreadyPassed' })
  })
})

describe('starting an attempt', () => {
  it('simultaneous starts get one attempt and one identical paper', async () => {
    const exam = await makeExam({ plan: await makeExamPlan() })
    await agree(exam)
    await preparePapers(await deps())
    const storm = await Promise.all(Array.from({ length: 40 }, () => callStartExam(exam)))
    expect(new Set(storm.map(({ code, data }) => `${code} ${data.attemptId}`)).size).toBe(1)
    const { db } = await deps()
    const { count } = await db
      .selectFrom('attempt')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('signCourseId', '=', exam.exam.id)
      .executeTakeFirstOrThrow()
    expect(count).toBe(1)
    const { signId, id } = exam.exam
    const raw = await sendRawRequest(`/api/client/exam/v1/start?signId=${signId}&id=${id}`, {
      headers: { authorization: exam.token },
    })
    expect(raw.headers.get('content-type')).toMatch(/^application\/json/)
    const text = await raw.text()
    for (const secret of ['"answer"', '"from"', '"explanation"']) expect(text).not.toContain(secret)
    expect(Object.keys(JSON.parse(text).data).sort()).toEqual(
      Object.keys(await must('GET /exam/v1/start', exam.exam, exam.token)).sort(),
    )
  })

  it('gives a prepared paper only to its own student, even if several students start in one batch', async () => {
    const plan = await makeExamPlan()
    const [own, other] = await Promise.all([makeExam({ plan }), makeExam({ plan })])
    await agree(own)
    await preparePapers(await deps())
    const answers = await Promise.all([
      callStartExam(own),
      callStartExam({ ...own, token: other.token }),
      callStartExam({ ...own, exam: { ...own.exam, signId: other.exam.signId } }),
      callStartExam(own),
    ])
    expect(answers.map(({ code }) => code === 1)).toEqual([true, false, false, true])
    for (const at of [1, 2]) expect(answers[at]).toMatchObject({ key: 'exam.notFound' })
  })

  it('a start on any device resumes the running attempt with answers and captures', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    const again = await must('GET /exam/v1/start', exam.exam, exam.token)
    expect(again).toEqual({ ...sitting, serverNow: again.serverNow })
  })
})
