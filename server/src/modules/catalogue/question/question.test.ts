import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makeCourse, makePlan } from '../../../../test/factories/catalogue.ts'
import { callSubmitExam, makeExam, rightAnswersOf, startTestAttempt } from '../../../../test/factories/exam.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { waitForLockWaiters } from '../../../../test/waiters.ts'
import { deps, mustStaff, staffCall } from '../../../../test/world.ts'
import { addAttemptsToStatistics } from './service/statistics.ts'

const teacher = await makeStaff({ permissions: ['question.read', 'question.edit'] })
const courseId = (await makeCourse()).courseId

let serial = 0
const content = (change: Record<string, unknown> = {}) => ({
  type: 'SINGLE',
  difficulty: 2,
  stem: `执业药师注册有效期为几年？之 ${++serial}`,
  options: ['三年', '五年', '十年'].map((text, index) => ({ text, right: index === 1 })),
  explanation: '见注册管理办法',
  tags: ['注册'],
  ...change,
})
const fresh = (change: Record<string, unknown> = {}, course = courseId) => ({
  id: randomUUID(),
  version: 0,
  courseId: course,
  content: content(change),
})
const save = (input: unknown) => staffCall('POST /question/v1/save', input, teacher.token)
const info = (id: string) => mustStaff('GET /question/v1/info', { id }, teacher.token)

describe('saving a question', () => {
  it('creating and changing a question are audited', async () => {
    const input = fresh()
    const made = await save(input)
    expect(made).toMatchObject({ code: 1, data: { id: input.id, version: 1 } })
    expect(await info(input.id)).toMatchObject({
      content: input.content,
      enabled: true,
      updatedBy: teacher.username,
      statistics: { answered: 0, correctRate: null, discrimination: null },
    })
    const changed = { ...input, version: 1, content: { ...input.content, difficulty: 3 } }
    expect(await save(changed)).toMatchObject({ data: { version: 2, no: made.data.no } })
    expect(await listAuditRowsOf(input.id)).toMatchObject([
      { action: 'question.created' },
      { action: 'question.saved', detail: { before: { difficulty: 2 }, after: { difficulty: 3 } } },
    ])
  })

  it('a repeated save of a question gets the first response and writes nothing', async () => {
    const input = fresh()
    const twins = await Promise.all([save(input), save(input), save(input)])
    expect(new Set(twins.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await listAuditRowsOf(input.id)).toHaveLength(1)
  })

  it('a stale change of a question is refused', async () => {
    const input = fresh()
    await save(input)
    await save({ ...input, version: 1, content: content() })
    expect(await save({ ...input, version: 1, content: content() })).toMatchObject({
      key: 'question.versionStale',
      data: { by: teacher.username },
    })
    expect(await save({ ...input, content: content() })).toMatchObject({
      key: 'question.versionStale',
    })
  })

  it('stems that differ in spaces or punctuation are duplicates, stems with other numbers are not', async () => {
    const { courseId: own } = await makeCourse()
    const first = fresh({ stem: '药品 2.5 mg 等于多少 μg（ ）？' }, own)
    const { data } = await save(first)
    expect(await save(fresh({ stem: '药品2.5mg等于多少μg?' }, own))).toMatchObject({
      key: 'question.duplicate',
      data: { no: data.no, fields: { stem: expect.stringContaining(`第 ${data.no} 号`) } },
    })
    expect(await save(fresh({ stem: '药品 25 mg 等于多少 μg？' }, own))).toMatchObject({ code: 1 })
    expect(await save(fresh({ stem: first.content.stem }))).toMatchObject({ code: 1 })
  })

  it.each([
    ['stem', { stem: '短' }],
    ['stem', { stem: '长'.repeat(1001) }],
    ['type', { type: 'ESSAY' }],
    ['difficulty', { difficulty: 4 }],
    ['options', { options: [{ text: '只有一个', right: true }] }],
    ['options', { options: ['甲', '甲'].map((text, index) => ({ text, right: index === 0 })) }],
    ['answer', { options: ['甲', '乙'].map((text) => ({ text, right: false })) }],
    ['answer', { options: ['甲', '乙'].map((text) => ({ text, right: true })) }],
    ['answer', { type: 'MULTIPLE' }],
    ['options', { type: 'JUDGE' }],
    ['tags', { tags: ['同', '同'] }],
    ['tags', { tags: Array.from({ length: 11 }, (_, index) => `标签${index}`) }],
    ['stem', { stem: '有空字符\0的题干' }],
  ])('saving a question refuses a bad %s: %j', async (field, change) => {
    const input = fresh(change)
    expect(await save(input)).toMatchObject({
      status: 200,
      key: 'common.invalid',
      data: { fields: { [field]: expect.any(String) } },
    })
    expect(await staffCall('GET /question/v1/info', { id: input.id }, teacher.token)).toMatchObject({
      key: 'question.notFound',
    })
  })

  it('saving a question refuses an unknown course and the question of another course', async () => {
    expect(await save(fresh({}, randomUUID()))).toMatchObject({ key: 'question.noSuchCourse' })
    const input = fresh()
    await save(input)
    const other = (await makeCourse()).courseId
    expect(await save({ ...input, version: 1, courseId: other })).toMatchObject({
      key: 'question.notFound',
    })
    expect(await save({ ...fresh(), version: 3 })).toMatchObject({ key: 'question.notFound' })
  })
})

describe('question desk', () => {
  it('the question list filters by every field and finds a question by number', async () => {
    const { courseId: own } = await makeCourse()
    const input = fresh(
      {
        type: 'MULTIPLE',
        difficulty: 3,
        tags: ['冷链'],
        options: ['甲', '乙', '丙'].map((text, index) => ({ text, right: index < 2 })),
      },
      own,
    )
    const { data } = await save(input)
    const list = (filter: Record<string, unknown>) =>
      mustStaff('GET /question/v1/list', { courseId: own, ...filter } as never, teacher.token)
    for (const filter of [
      { keyword: String(data.no) },
      { keyword: '有效期为几年' },
      { tag: '冷链' },
      { difficulty: 3 },
      { type: 'MULTIPLE', keyword: '注册' },
    ]) {
      const { list: found, total } = await list(filter)
      expect([total, found.map(({ id }) => id)]).toEqual([1, [input.id]])
    }
    expect(await list({})).toMatchObject({ total: 31, page: 1, pageSize: 20 })
    expect((await list({ page: 2 })).list).toHaveLength(11)
    expect(await list({ enabled: 'false' })).toMatchObject({ total: 0 })
    expect(await list({ keyword: '%' })).toMatchObject({ total: 0 })
    expect(await list({ importId: randomUUID() })).toMatchObject({ total: 0 })
    const bad = { difficulty: 'x', page: 0 }
    expect(await staffCall('GET /question/v1/list', bad, teacher.token)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { difficulty: expect.any(String), page: expect.any(String) } },
    })
  })

  it('a question shows similar questions of its course', async () => {
    const { courseId: own } = await makeCourse()
    const one = fresh({ stem: '执业药师每年应当参加不少于 90 学时的继续教育' }, own)
    const near = fresh({ stem: '执业药师每年应当参加不少于 60 学时的继续教育' }, own)
    await save(one)
    const { data } = await save(near)
    const { similar } = await info(one.id)
    expect(similar).toMatchObject([{ id: near.id, no: data.no }])
    expect(similar[0]?.likeness).toBeGreaterThan(0.8)
  })

  it('the list of question banks shows for which year plans each bank suffices', async () => {
    const plan = await makePlan({
      courses: [
        { singleCount: 15, multipleCount: 8, judgeCount: 7 },
        { judgeCount: 8 },
        { mix: [0, 8, 2, 0, 5, 0, 0, 5, 0] },
      ],
    })
    const banks = await mustStaff('GET /question/v1/banks', {}, teacher.token)
    const [enough, short, tooEasy] = plan.courses.map(({ courseId: id }) => banks.find((bank) => bank.courseId === id))
    expect(enough).toMatchObject({
      enabled: { single: 15, multiple: 8, judge: 7 },
      disabled: 0,
      plans: [{ year: plan.year, lacks: [] }],
    })
    const lacks = ['判断题需要 8 道，题库只有 7 道']
    expect(short).toMatchObject({ plans: [{ paper: { judge: 8 }, lacks }] })
    const hard = ['单选题（难）需要 2 道，题库只有 0 道']
    expect(tooEasy).toMatchObject({ plans: [{ paper: { single: 10 }, lacks: hard }] })
  })
})

describe('enabling and disabling questions', () => {
  const enable = (ids: string[], enabled: boolean, reason = '题目已过时') =>
    staffCall('POST /question/v1/enable', { ids, enabled, reason }, teacher.token)

  it('questions are disabled and enabled once, with the reason in the audit log', async () => {
    const { courseId: own } = await makeCourse()
    const input = fresh({}, own)
    const { data } = await save(input)
    expect(await enable([input.id, input.id], false)).toMatchObject({ data: { changed: 1 } })
    expect(await enable([input.id], false)).toMatchObject({ data: { changed: 0 } })
    expect(await info(input.id)).toMatchObject({ enabled: false })
    expect(await enable([input.id], true)).toMatchObject({ data: { changed: 1 } })
    expect(await listAuditRowsOf(own)).toMatchObject([
      { action: 'question.disabled', detail: { reason: '题目已过时', questions: [data.no] } },
      { action: 'question.enabled' },
    ])
  })

  it('two concurrent requests cannot together disable questions that an open plan needs', async () => {
    const { courses, year } = await makePlan({ courses: [{ judgeCount: 6 }] })
    const { list } = await mustStaff(
      'GET /question/v1/list',
      { courseId: courses[0]?.courseId, type: 'JUDGE' },
      teacher.token,
    )
    const [one, other] = list.map(({ id }) => id)
    const answers = await Promise.all([enable([one ?? ''], false), enable([other ?? ''], false)])
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([1, 12005])
    const refused = answers.find(({ code }) => code !== 1)
    expect(refused).toMatchObject({
      key: 'question.bankTooSmall',
      msg: `这样 ${year} 年度就不够组卷：判断题需要 6 道，题库只有 5 道`,
    })
    const { total } = await mustStaff(
      'GET /question/v1/list',
      { courseId: courses[0]?.courseId, type: 'JUDGE', enabled: 'true' },
      teacher.token,
    )
    expect(total).toBe(6)
  })

  it('disabling questions refuses unknown ids, a missing reason and too many questions', async () => {
    expect(await enable([randomUUID()], false)).toMatchObject({ key: 'question.notFound' })
    expect(await enable([randomUUID()], false, '')).toMatchObject({ key: 'common.invalid' })
    const many = Array.from({ length: 201 }, () => randomUUID())
    expect(await enable(many, false)).toMatchObject({ key: 'common.invalid' })
  })
})

describe('question statistics', () => {
  it('question statistics count each submitted exam paper once, with its marks', async () => {
    const plan = await makePlan({ courses: [{}] })
    const exam = await makeExam({ plan })
    const sitting = await startTestAttempt(exam)
    await callSubmitExam(exam.token, sitting.attemptId, 1, rightAnswersOf(sitting, 12))
    const all = await deps()
    await Promise.all([addAttemptsToStatistics(all), addAttemptsToStatistics(all)])
    await addAttemptsToStatistics(all)
    const ids = sitting.questions.map(({ id }) => id)
    const sums = await all.db
      .selectFrom('questionStat')
      .select(['questionId', 'answered', 'rightCount', 'scoreSum', 'rightScoreSum'])
      .where('questionId', 'in', ids)
      .execute()
    for (const [index, id] of ids.entries())
      expect(sums.find(({ questionId }) => questionId === id)).toMatchObject({
        answered: 1,
        rightCount: index < 12 ? 1 : 0,
        scoreSum: 600,
        rightScoreSum: index < 12 ? 600 : 0,
      })
    expect(await info(ids[0] ?? '')).toMatchObject({
      statistics: { answered: 1, correctRate: null, discrimination: null },
    })
  })

  it('changing the right answer of a question resets its statistics and excludes older exam papers', async () => {
    const plan = await makePlan({ courses: [{ judgeCount: 7, singleCount: 8 }] })
    const exams = [await makeExam({ plan }), await makeExam({ plan })]
    const sittings = await Promise.all(exams.map((exam) => startTestAttempt(exam)))
    const id = sittings[0]?.questions.find(({ type }) => type === 'JUDGE')?.id ?? ''
    const all = await deps()
    const handIn = async (which: number) => {
      const [exam, sitting] = [exams[which], sittings[which]]
      if (!exam || !sitting) throw new Error('nobody sits there')
      await callSubmitExam(exam.token, sitting.attemptId, 1, rightAnswersOf(sitting))
      await addAttemptsToStatistics(all)
      return (await info(id)).statistics.answered
    }
    expect(await handIn(0)).toBe(1)
    const { courseId: own, version, content: asked } = await info(id)
    const change = async (content: object, at: number) =>
      save({ id, version: at, courseId: own, content: { ...asked, ...content } })
    expect(await change({ difficulty: 1 }, version)).toMatchObject({ code: 1 })
    expect(await info(id)).toMatchObject({ statistics: { answered: 1 } })
    const options = asked.options.map(({ text, right }) => ({ text, right: !right }))
    expect(await change({ options }, version + 1)).toMatchObject({ code: 1 })
    expect(await info(id)).toMatchObject({ statistics: { answered: 0 } })
    expect(await handIn(1)).toBe(0)
    const exam = await makeExam({ plan })
    exams.push(exam)
    sittings.push(await startTestAttempt(exam))
    expect(await handIn(2)).toBe(1)
  })

  it('question statistics stay reset if the right answer changes while a batch of papers is counted', async () => {
    const plan = await makePlan({ courses: [{ judgeCount: 7, singleCount: 8 }] })
    const all = await deps()
    const handIn = async () => {
      const exam = await makeExam({ plan })
      const sitting = await startTestAttempt(exam)
      await callSubmitExam(exam.token, sitting.attemptId, 1, rightAnswersOf(sitting))
      return sitting.questions.filter(({ type }) => type === 'JUDGE').map((one) => one.id)
    }
    const [id, other] = await handIn()
    await addAttemptsToStatistics(all)
    const { courseId: own, version, content } = await info(id ?? '')
    await handIn()
    const holder = await all.pool.connect()
    await holder.query('begin')
    await holder.query('select from question_stat where question_id = $1 for update', [other])
    const counted = addAttemptsToStatistics(all)
    await waitForLockWaiters(1)
    const options = content.options.map(({ text, right }) => ({ text, right: !right }))
    const corrected = save({ id, version, courseId: own, content: { ...content, options } })
    await Promise.race([corrected, waitForLockWaiters(2)])
    await holder.query('commit')
    holder.release()
    await counted
    expect(await corrected).toMatchObject({ code: 1 })
    expect(await info(id ?? '')).toMatchObject({ statistics: { answered: 0 } })
    expect(await info(other ?? '')).toMatchObject({ statistics: { answered: 2 } })
  })
})

it('question export and detail refuse unknown ids', async () => {
  for (const input of [{ courseId, format: 'PDF' }, { courseId: 'x', format: 'XLSX' }, {}])
    expect(await staffCall('POST /question/v1/export', input, teacher.token)).toMatchObject({
      status: 200,
      key: 'common.invalid',
    })
  expect(await staffCall('GET /question/v1/info', { id: "1' or true" }, teacher.token)).toMatchObject({
    key: 'common.invalid',
    data: { fields: { id: expect.any(String) } },
  })
})

describe('question export', () => {
  it.each([
    ['XLSX', 'xlsx', 30, 0],
    ['GIFT', 'gift.txt', 29, 1],
    ['AIKEN', 'aiken.txt', 21, 9],
  ] as const)('%s', async (format, ending, exported, leftOut) => {
    const { courseId: own } = await makeCourse()
    const query = { courseId: own, type: 'SINGLE' } as const
    const { list } = await mustStaff('GET /question/v1/list', query, teacher.token)
    const stop = { ids: [list[0]?.id], enabled: false, reason: '题目已过时' }
    expect(await staffCall('POST /question/v1/enable', stop, teacher.token)).toMatchObject({
      data: { changed: 1 },
    })
    const file = await mustStaff('POST /question/v1/export', { courseId: own, format }, teacher.token)
    expect(file).toMatchObject({ exported, leftOut, name: expect.stringContaining(`.${ending}`) })
    expect(Buffer.from(file.content, 'base64').length).toBeGreaterThan(500)
    expect((await listAuditRowsOf(own)).at(-1)).toMatchObject({
      action: 'question.exported',
      detail: { format },
    })
    expect(
      await staffCall('POST /question/v1/export', { courseId: randomUUID(), format }, teacher.token),
    ).toMatchObject({ key: 'question.noSuchCourse' })
  })
})
