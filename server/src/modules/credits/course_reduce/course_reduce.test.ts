import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  makeReductionApplication,
  makeReductionReviewer,
  makeReductionType,
  makeSubmittedReduction,
  type TestReductionType,
} from '../../../../test/factories/course_reduce.ts'
import { makeOnePixelPng, sendUploadForm, uploadStudentFile } from '../../../../test/factories/file.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { call, must, mustStaff, sendRawRequest, staffCall } from '../../../../test/world.ts'

const reviewer = await makeReductionReviewer()
const type = await makeReductionType(reviewer)

const submit = (input: object, token: string) => call('POST /course_reduce/v1/submit', input, token)
const save = (input: object, token: string) => call('POST /course_reduce/v1/save', input, token)
const decide = (input: object) => mustStaff('POST /course_reduce/v1/decide', input, reviewer.token)

describe('reductions of one student', () => {
  it("a reduction goes from draft to submission and appears in the student's list with its steps", async () => {
    const { student, input } = await makeReductionApplication(type)
    const { token } = student
    const empty = { ...input, hours: null, subject: null, startDate: null, endDate: null }
    const draft = await save({ ...empty, reason: '', attachments: [] }, token)
    expect(draft).toMatchObject({ code: 1, data: { state: 'DRAFT', version: 1, hours: null } })
    expect(await save({ ...empty, reason: '', attachments: [] }, token)).toEqual(draft)
    const handedIn = await submit({ ...input, version: 1 }, token)
    expect(handedIn).toMatchObject({
      code: 1,
      data: {
        id: input.id,
        applyNo: draft.data.applyNo,
        state: 'SUBMITTED',
        hours: 3,
        typeName: '发表论文',
        rule: { unit: '篇', hours: 3 },
        attachments: [{ fileId: input.attachments[0], mime: 'image/png' }],
        steps: [{ action: 'SUBMITTED' }],
      },
    })
    expect((await sendRawRequest(handedIn.data.attachments[0]?.url ?? '')).status).toBe(200)
    const { list, total } = await must('GET /course_reduce/v1/query', { state: 'SUBMITTED' }, token)
    expect([total, list[0]?.id]).toEqual([1, input.id])
    expect(await must('GET /course_reduce/v1/query', { year: '2004' }, token)).toMatchObject({
      list: [],
    })
  })

  it('students see the types of today and the years that accept applications', async () => {
    const off = await makeReductionType(reviewer, { applyTo: '2019-12-31' })
    const { student } = await makeReductionApplication(type)
    const { types, years } = await must('GET /course_reduce/v1/types', {}, student.token)
    const codes = types.map(({ code }) => code)
    expect(codes).toContain(type.code)
    expect(codes).not.toContain(off.code)
    expect(years).toContainEqual(expect.objectContaining({ year: 2003, required: { professional: 12, public: 6 } }))
    expect(Object.keys(types[0] ?? {})).not.toContain('samplePercent')
  })

  it('a repeated submission gets the first response, and other content under the same id is refused', async () => {
    const { student, input } = await makeReductionApplication(type)
    const both = await Promise.all([submit(input, student.token), submit(input, student.token)])
    expect(both.map(({ code }) => code)).toEqual([1, 1])
    expect(both[0]?.data.version).toBe(both[1]?.data.version)
    expect(both[0]?.data.steps).toHaveLength(1)
    expect(await submit({ ...input, reason: '另一个理由' }, student.token)).toMatchObject({
      key: 'reduction.notYours',
    })
    const { id: _id, version: _version, ...bare } = input
    expect((await submit(bare, student.token)).data).toMatchObject({ id: input.id })
    expect(await submit({ ...input, id: randomUUID() }, student.token)).toMatchObject({
      key: 'reduction.alreadyOpen',
      data: { applyNo: both[0]?.data.applyNo },
    })
  })

  it('a supplemented application keeps its rule version and can be withdrawn until it is decided', async () => {
    const own = await makeReductionType(reviewer)
    const { student, id, version, input } = await makeSubmittedReduction(own)
    const said = { id, version, decision: 'RETURN', opinion: '期刊目录看不清，请重新拍照' }
    await decide(said)
    const rule = { ...own.rule, hours: 1, minFiles: 5 }
    const changed = { id: own.id, version: 1, code: own.code, enabled: false, rule }
    await mustStaff('POST /course_reduce/v1/save_type', changed, reviewer.token)
    const returned = await must('GET /course_reduce/v1/info', { id }, student.token)
    expect(returned).toMatchObject({ state: 'RETURNED', stateReason: said.opinion })
    const more = (await uploadStudentFile(student, 'EVIDENCE')).id
    const attachments = [...input.attachments, more]
    expect(await submit(input, student.token)).toMatchObject({ key: 'reduction.versionStale' })
    const again = { ...input, version: returned.version, attachments }
    const shown = await submit(again, student.token)
    expect(shown.data).toMatchObject({
      state: 'SUBMITTED',
      stateReason: null,
      hours: 3,
      rule: { hours: 3, minFiles: 1 },
      steps: [{ action: 'SUBMITTED' }, { action: 'RETURNED' }, { action: 'SUPPLEMENTED' }],
    })
    const back = { id, version: shown.data.version }
    const withdraw = () => call('POST /course_reduce/v1/withdraw', back, student.token)
    expect(await withdraw()).toMatchObject({ data: { state: 'WITHDRAWN' } })
    expect(await withdraw()).toMatchObject({ data: { state: 'WITHDRAWN' } })
    expect(await submit(again, student.token)).toMatchObject({ data: { state: 'WITHDRAWN' } })
  })
})

describe('returned applications', () => {
  const returned = async (one: TestReductionType, who: Parameters<typeof makeSubmittedReduction>[2] = {}) => {
    const made = await makeSubmittedReduction(one, { endDate: '2003-03-05' }, who)
    const { id, version } = made
    return { ...made, ...(await decide({ id, version, decision: 'RETURN', opinion: '看不清' })) }
  }

  it('refuses a returned application with the days of another application and names that application', async () => {
    const first = await makeSubmittedReduction(type)
    const { student, id, version, input } = await returned(type, first)
    const twin = { ...input, id, version, endDate: first.input.endDate }
    expect(await save(twin, student.token)).toMatchObject({
      key: 'reduction.alreadyOpen',
      data: { applyNo: first.shown.applyNo },
    })
    const other = { ...twin, endDate: '2003-03-06' }
    expect(await save(other, student.token)).toMatchObject({ data: { state: 'RETURNED' } })
  })

  it('a returned application can be supplemented after the window of its type, but cannot change its type', async () => {
    const open = await makeReductionType(reviewer)
    const { student, id, version, input } = await returned(open)
    const over = await makeReductionType(reviewer, { applyTo: '2019-12-31' })
    const rule = { ...open.rule, applyTo: '2019-12-31' }
    const ended = { id: open.id, version: 1, code: open.code, enabled: true, rule }
    await mustStaff('POST /course_reduce/v1/save_type', ended, reviewer.token)
    const other = { ...input, id, version, typeCode: over.code }
    expect(await submit(other, student.token)).toMatchObject({ key: 'reduction.notNow' })
    const saved = await save(other, student.token)
    const again = { ...other, version: saved.data.version }
    expect(await submit(again, student.token)).toMatchObject({ key: 'reduction.notNow' })
    const own = { ...again, typeCode: open.code }
    expect(await submit(own, student.token)).toMatchObject({ data: { state: 'SUBMITTED' } })
  })
})

describe('rules of a reduction type', () => {
  const refused = async (one: TestReductionType, change: object, field: string) => {
    const { student, input } = await makeReductionApplication(one, change)
    const answer = await submit(input, student.token)
    expect(answer).toMatchObject({
      key: 'reduction.againstRule',
      data: { fields: { [field]: expect.any(String) } },
    })
    expect(await call('GET /course_reduce/v1/info', { id: input.id }, student.token)).toMatchObject({
      key: 'reduction.notFound',
    })
  }

  it('an application against the rule is refused with a problem per field and not stored', async () => {
    const year = await makeReductionType(reviewer, { hoursMode: 'FULL_YEAR', hours: null, unit: null })
    await refused(type, { hours: 2 }, 'hours')
    await refused(year, { hours: 11 }, 'hours')
    await refused(type, { startDate: '2002-05-01', endDate: '2002-05-02' }, 'startDate')
    await refused(type, { startDate: '2003-05-02', endDate: '2190-05-01' }, 'endDate')
    await refused(await makeReductionType(reviewer, { minFiles: 2 }), {}, 'attachments')
    await refused(await makeReductionType(reviewer, { subjectScope: 'PUBLIC' }), {}, 'subject')
    const { student, input } = await makeReductionApplication(year, { hours: 12 })
    expect(await submit(input, student.token)).toMatchObject({ code: 1 })
  })

  it('an application above the yearly cap is refused with the remaining hours', async () => {
    const { student } = await makeSubmittedReduction(type, { hours: 9 })
    const { input } = await makeReductionApplication(type, { hours: 6, endDate: '2003-04-01' }, { student })
    expect(await submit(input, student.token)).toMatchObject({
      key: 'reduction.overCap',
      data: { cap: 12, left: 3, fields: { hours: expect.stringContaining('3') } },
    })
  })

  it('applications are refused outside the window or year and for a disabled type', async () => {
    const late = await makeReductionType(reviewer, { applyTo: '2019-12-31' })
    const { student, input } = await makeReductionApplication(late)
    expect(await submit(input, student.token)).toMatchObject({ key: 'reduction.notNow' })
    expect(await submit({ ...input, year: 2004 }, student.token)).toMatchObject({
      key: 'reduction.noSuchYear',
    })
    expect(await submit({ ...input, typeCode: 'NOTHING' }, student.token)).toMatchObject({
      key: 'reduction.noSuchType',
    })
  })
})

describe('evidence of a reduction', () => {
  it('evidence must exist, belong to the student and have the right purpose', async () => {
    const { student, input } = await makeReductionApplication(type)
    const theirs = (await uploadStudentFile(await makeStudent(), 'EVIDENCE')).id
    const avatar = (await uploadStudentFile(student, 'AVATAR')).id
    for (const fileId of [theirs, avatar, randomUUID()]) {
      const attachments = [...input.attachments, fileId]
      expect(await submit({ ...input, attachments }, student.token)).toMatchObject({
        key: 'reduction.badFile',
        data: { fields: { attachments: expect.any(String) } },
      })
    }
    const twice = { ...input, attachments: [...input.attachments, ...input.attachments] }
    expect(await submit(twice, student.token)).toMatchObject({ key: 'common.invalid' })
    const many = { ...input, attachments: Array.from({ length: 10 }, () => randomUUID()) }
    expect(await submit(many, student.token)).toMatchObject({ key: 'common.invalid' })
  })

  it('evidence must be an image or PDF by content and below 50 MB', async () => {
    const { token } = await makeStudent()
    const purpose = 'EVIDENCE'
    const text = { purpose, file: Buffer.from('MZ not a picture'), name: '论文.pdf' }
    expect(await sendUploadForm(text, token)).toMatchObject({ key: 'file.wrongType' })
    const big = { purpose, file: makeOnePixelPng(50 * 1024 * 1024), name: '论文.png' }
    const answer = await sendUploadForm(big, token)
    expect(['file.tooLarge', 'common.tooLarge']).toContain(answer.key)
  })

  it('evidence opens only to its student, even if the link is changed', async () => {
    const { student, shown } = await makeSubmittedReduction(type)
    const url = shown.attachments[0]?.url ?? ''
    const stranger = await makeStudent()
    expect((await sendRawRequest(url.replace(student.id, stranger.id))).status).toBe(403)
  })
})

describe('reduction calls of a student', () => {
  const id = randomUUID()
  const application = {
    id,
    version: 0,
    year: 2003,
    typeCode: 'ANY',
    subject: 'PUBLIC',
    hours: 3,
    startDate: '2003-01-01',
    endDate: '2003-01-01',
    reason: '理由',
    attachments: [id],
  }
  const calls = [
    ['POST /course_reduce/v1/save', application, { ...application, endDate: '2002-12-31' }, 'endDate'],
    ['POST /course_reduce/v1/submit', application, { ...application, hours: 0.25 }, 'hours'],
    ['POST /course_reduce/v1/withdraw', { id, version: 1 }, { id: 'x', version: 1 }, 'id'],
    ['GET /course_reduce/v1/query', {}, { state: 'ANY' }, 'state'],
    ['GET /course_reduce/v1/info', { id }, { id: '1' }, 'id'],
  ] as const

  it.each(calls)('%s requires sign-in and valid input', async (key, good, bad, field) => {
    expect((await call(key, good)).status).toBe(401)
    const { token } = await makeStudent()
    expect(await call(key, bad, token)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { [field]: expect.any(String) } },
    })
  })

  it('the application of another student is not found and not changed', async () => {
    expect((await call('GET /course_reduce/v1/types')).status).toBe(401)
    const { student, id: theirs, version, input } = await makeSubmittedReduction(type)
    const stranger = await makeStudent()
    const attachments = [(await uploadStudentFile(stranger, 'EVIDENCE')).id]
    const own = { ...input, attachments, version }
    const { token } = stranger
    const answers = [
      await call('GET /course_reduce/v1/info', { id: theirs }, token),
      await call('POST /course_reduce/v1/withdraw', { id: theirs, version }, token),
      await save(own, token),
      await submit(own, token),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ key: 'reduction.notFound' })
    const unknown = await call('GET /course_reduce/v1/info', { id: randomUUID() }, token)
    expect(unknown).toEqual(answers[0])
    expect((await must('GET /course_reduce/v1/query', {}, token)).list).toEqual([])
    expect(await must('GET /course_reduce/v1/info', { id: theirs }, student.token)).toMatchObject({
      state: 'SUBMITTED',
      version,
    })
    const draft = (await makeReductionApplication(type)).input
    expect(await staffCall('GET /course_reduce/v1/info', draft, reviewer.token)).toMatchObject({
      key: 'reduction.notFound',
    })
  })
})
