import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makeCourse, makePlan } from '../../../../test/factories/catalogue.ts'
import { callSubmitExam, makeExam, startTestAttempt } from '../../../../test/factories/exam.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeVideoDraftLesson, testExamRules } from '../../../../test/factories/teaching.ts'
import { deps, must, mustStaff, staffCall } from '../../../../test/world.ts'
import { preparePapers } from '../../exam/service/papers.ts'
import { checkQuestionBanks } from './service/banks.ts'

const teaching = ['teaching.read', 'teaching.edit', 'teaching.publish'] as const
const teacher = await makeStaff({ permissions: ['question.read', 'question.edit', ...teaching] })

let serial = 0
const content = (change: Record<string, unknown> = {}) => ({
  type: 'SINGLE',
  difficulty: 2,
  stem: `下列关于药品储存的说法，正确的是哪一项？之 ${++serial}`,
  options: ['阴凉处不超过二十度', '冷藏药品可以冷冻', '易燃品同放', '以上都对'].map((text, at) => ({
    text,
    right: at === 0,
  })),
  explanation: '故选A，选项B有误。',
  tags: [],
  ...change,
})
const save = (input: object) => staffCall('POST /question/v1/save', input, teacher.token)
const info = (id: string) => mustStaff('GET /question/v1/info', { id }, teacher.token)
const accept = (input: object) => staffCall('POST /question/v1/accept_finding', input, teacher.token)
const reference = { kind: 'OPTION_REFERENCE', part: 'OPTION_D' } as const
const made = async (courseId: string, change: Record<string, unknown> = {}) => {
  const input = { id: randomUUID(), version: 0, courseId, content: content(change) }
  const { data } = await save(input)
  return { ...input, ...data }
}
const listed = async (courseId: string, finding: string) => {
  const asked = { courseId, finding } as never
  return (await mustStaff('GET /question/v1/list', asked, teacher.token)).list.map(({ id }) => id)
}

describe('findings of a saved question', () => {
  it('a question gets the option order that its texts need unless staff choose an order', async () => {
    const { courseId } = await makeCourse()
    const decided = await made(courseId)
    expect(decided.findings).toEqual([])
    expect((await info(decided.id)).content).toMatchObject({ order: 'FIXED' })
    const free = await made(courseId, { options: content().options.slice(0, 3) })
    expect((await info(free.id)).content).toMatchObject({ order: 'FREE' })
    const chosen = await made(courseId, { order: 'FREE' })
    expect(chosen.findings).toMatchObject([
      { ...reference, serious: true, words: expect.stringContaining('以上都对'), accepted: null },
    ])
  })

  it('questions can be filtered by open or accepted findings, and acceptance needs a reason', async () => {
    const { courseId } = await makeCourse()
    const { id, no } = await made(courseId, { order: 'FREE' })
    expect(await listed(courseId, 'SERIOUS')).toEqual([id])
    const input = { id, version: 1, ...reference, reason: '四个选项互不相干' }
    expect(await accept({ ...input, reason: '' })).toMatchObject({ key: 'common.invalid' })
    expect(await accept({ ...input, part: 'OPTION_A' })).toMatchObject({
      key: 'question.findingGone',
    })
    expect(await accept({ ...input, version: 2 })).toMatchObject({ key: 'question.versionStale' })
    expect(await accept({ ...input, id: randomUUID() })).toMatchObject({ key: 'question.notFound' })
    const twice = await Promise.all([accept(input), accept(input)])
    for (const answer of twice)
      expect(answer).toMatchObject({
        data: { findings: [{ accepted: { by: teacher.username, reason: input.reason } }] },
      })
    expect(await listed(courseId, 'OPEN')).toEqual([])
    expect(await listed(courseId, 'ACCEPTED')).toEqual([id])
    expect((await listAuditRowsOf(id)).map(({ action }) => action)).toEqual([
      'question.created',
      'question.findingAccepted',
    ])
    expect((await listAuditRowsOf(id))[1]).toMatchObject({ detail: { no, ...reference } })
  })

  it('an accepted finding stays accepted when tags change but not when the wording changes', async () => {
    const { courseId } = await makeCourse()
    const input = await made(courseId, { order: 'FREE' })
    const { id } = input
    await accept({ id, version: 1, ...reference, reason: '四个选项互不相干' })
    const tagged = { ...input.content, tags: ['储存'], difficulty: 3 }
    const kept = await save({ ...input, version: 1, content: tagged })
    expect(kept.data.findings).toMatchObject([{ accepted: { reason: '四个选项互不相干' } }])
    const reworded = { ...tagged, explanation: '见药典凡例。' }
    const open = await save({ ...input, version: 2, content: reworded })
    expect(open.data.findings).toMatchObject([{ ...reference, accepted: null }])
    const mended = await save({ ...input, version: 3, content: { ...reworded, order: 'FIXED' } })
    expect(mended.data.findings).toEqual([])
  })

  it('a finding of an imported file stays until the part of the question that it names is rewritten', async () => {
    const { courseId } = await makeCourse()
    const input = await made(courseId)
    const { db } = await deps()
    const struck = { kind: 'STRUCK', part: 'OPTION_B', quote: '不可以', serious: true }
    await db
      .insertInto('questionFinding')
      .values({ questionId: input.id, ...struck, fromFile: true })
      .execute()
    const other = { ...input.content, stem: `${input.content.stem}？` }
    const kept = await save({ ...input, version: 1, content: other })
    expect(kept.data.findings).toMatchObject([{ kind: 'STRUCK' }])
    const options = other.options.map((one, at) => (at === 1 ? { ...one, text: '不可冷冻' } : one))
    const gone = await save({ ...input, version: 2, content: { ...other, options } })
    expect(gone.data.findings).toEqual([])
  })
})

it('questions stored before the checks existed are checked once and listed for staff', async () => {
  const { courseId } = await makeCourse()
  const { db } = await deps()
  const old = async (options: string[], explanation: string) => {
    const { id } = await made(courseId, {
      options: options.map((text, at) => ({ text, right: at === 0 })),
    })
    await sql`delete from question_finding where question_id = ${id}`.execute(db)
    await sql`update question set checked = 0, option_order = 'FIXED', explanation = ${explanation}
      where id = ${id}`.execute(db)
    return id
  }
  const plain = await old(['甲药', '乙药', '丙药'], '故选A，维生素C无效')
  const naming = await old(['甲药', '乙药', 'A和B'], '选项C有误')
  await checkQuestionBanks({ db })
  expect((await info(plain)).content).toMatchObject({
    order: 'FREE',
    explanation: '故选A，维生素C无效',
  })
  const stored = db.selectFrom('question').select('explanation').where('id', '=', plain)
  expect(await stored.executeTakeFirst()).toEqual({ explanation: '故选{{A}}，维生素C无效' })
  expect(await info(naming)).toMatchObject({
    version: 1,
    content: { order: 'FIXED' },
    findings: [{ kind: 'ORDER_DECIDED', serious: false }],
  })
  expect(await listed(courseId, 'MINOR')).toEqual([naming])
  await accept({
    id: naming,
    version: 1,
    kind: 'ORDER_DECIDED',
    part: 'OPTIONS',
    reason: '应当固定',
  })
  await checkQuestionBanks({ db })
  expect(await listed(courseId, 'OPEN')).toEqual([])
})

describe('papers and option order', () => {
  it('an exam paper keeps a fixed or doubtful option order and adapts letters in explanations', async () => {
    const plan = await makePlan({
      courses: [{ singleCount: 3, multipleCount: 0, judgeCount: 0, passMark: 10, attemptsPerRound: 1 }],
    })
    const courseId = plan.courses[0]?.courseId ?? ''
    const { db } = await deps()
    await sql`update question set enabled = false where course_id = ${courseId}`.execute(db)
    const fixed = await made(courseId)
    const doubted = await made(courseId, { order: 'FREE' })
    const free = await made(courseId, {
      options: Array.from({ length: 10 }, (_, at) => ({ text: `药品 ${at}`, right: at === 3 })),
      explanation: '故选D，不选A。',
    })
    const exam = await makeExam({ plan })
    const sitting = await startTestAttempt(exam)
    const shown = new Map(sitting.questions.map((one) => [one.id, one.options]))
    for (const { id, content: asked } of [fixed, doubted])
      expect(shown.get(id)?.map(({ text }) => text)).toEqual(asked.options.map(({ text }) => text))
    await callSubmitExam(exam.token, sitting.attemptId, 1, {})
    const review = await must('GET /exam/v1/review', { attemptId: sitting.attemptId }, exam.token)
    const own = review.questions.find(({ id }) => id === free.id)
    const letterOf = (text: string) => own?.options.find((one) => one.text === text)?.id
    expect(own?.explanation).toBe(`故选${letterOf('药品 3')}，不选${letterOf('药品 0')}。`)
    expect(own?.answer).toEqual([letterOf('药品 3')])
  })

  it('a prepared exam paper is drawn again when the option order of a question changes', async () => {
    const plan = await makePlan({ courses: [{}] })
    const courseId = plan.courses[0]?.courseId ?? ''
    const exam = await makeExam({ plan })
    const all = await deps()
    await preparePapers(all)
    const drawn = async () =>
      (await all.db.selectFrom('examPaper').select('id').where('signCourseId', '=', exam.exam.id).execute()).map(
        ({ id }) => id,
      )
    const before = await drawn()
    expect(before).toHaveLength(1)
    await sql`update question set option_order = 'FIXED' where course_id = ${courseId}
      and type = 'SINGLE'`.execute(all.db)
    await preparePapers(all)
    expect(await drawn()).not.toEqual(before)
    const { questions } = await startTestAttempt(exam)
    for (const { options } of questions.filter(({ type }) => type === 'SINGLE'))
      expect(options.map(({ text }) => text)).toEqual(['对一', '对二', '错一', '错二'])
  })
})

describe('open findings', () => {
  it('open findings block the publication of a course and are listed', async () => {
    const { courseId } = await makeCourse()
    const course = () => mustStaff('GET /teaching/v1/course', { id: courseId }, teacher.token)
    const { current } = await course()
    const lessons = [await makeVideoDraftLesson(40)]
    const draft = await mustStaff(
      'POST /teaching/v1/save_draft',
      { courseId, baseId: current?.id ?? null, versionId: null, revision: 0, lessons, rules: testExamRules },
      teacher.token,
    )
    const publish = () => staffCall('POST /teaching/v1/publish', { courseId, ...draft, note: '' }, teacher.token)
    const { id, no } = await made(courseId, { order: 'FREE' })
    const words = expect.stringContaining(`题库有 1 道试题待核对（第 ${no} 号）`)
    expect(await publish()).toMatchObject({
      key: 'teaching.notReady',
      data: { problems: [words], questions: [{ id, no }] },
    })
    expect((await course()).findings).toMatchObject({ serious: 1, minor: 0, questions: [{ no }] })
    await accept({ id, version: 1, ...reference, reason: '四个选项互不相干' })
    expect(await publish()).toMatchObject({ code: 1 })
  })

  it('open findings and a small question bank block the opening of a plan', async () => {
    const plan = await makePlan({ courses: [{}], requiredProfessional: 60 })
    const courseId = plan.courses[0]?.courseId ?? ''
    const close = (closed: boolean) =>
      staffCall('POST /plan/v1/close', { id: plan.id, closed, reason: '试一试' }, teacher.token)
    await close(true)
    const { id, no } = await made(courseId, { order: 'FREE' })
    expect(await close(false)).toMatchObject({
      key: 'plan.notReady',
      data: {
        problems: [expect.stringMatching(new RegExp(`“.+”题库有 1 道试题待核对（第 ${no} 号）`))],
        courses: [{ courseId, findings: { questions: [{ id, no }] } }],
      },
    })
    const shown = await mustStaff('GET /plan/v1/info', { id: plan.id }, teacher.token)
    expect(shown.courses).toMatchObject([{ lacks: [], findings: { serious: 1 } }])
    await accept({ id, version: 1, ...reference, reason: '四个选项互不相干' })
    expect(await close(false)).toMatchObject({ code: 1 })
    await close(true)
    const { db } = await deps()
    await sql`update question set enabled = false where course_id = ${courseId} and type = 'JUDGE'`.execute(db)
    expect(await close(false)).toMatchObject({
      key: 'plan.notReady',
      data: { problems: [expect.stringMatching(/不够组卷：判断题需要 \d+ 道，题库只有 0 道/)] },
    })
  })
})
