import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  makeApplication,
  makeSubmitted,
  makeType,
  plainRule,
} from '../../../test/factories/course_reduce.ts'
import { lasting } from '../../../test/factories/file.ts'
import {
  actionsOn,
  earnedIn2003,
  makeReviewDesk,
  type ReviewDesk,
  reviewing,
  year2003,
} from '../../../test/factories/review-desk.ts'
import { deps, must, mustStaff } from '../../../test/world.ts'

let desk: ReviewDesk
beforeAll(async () => {
  desk = await makeReviewDesk()
})

const { decide, check, reverse, info } = reviewing(() => desk)

describe('an approval', () => {
  it('writes the ledger and fills the year: the proof issues itself, with the reduction on it', async () => {
    const whole = await makeType(desk.first, { hoursMode: 'FULL_YEAR', hours: null, unit: null })
    const made = await makeSubmitted(whole, { hours: 12 })
    const { token } = made.student
    const all = await makeType(desk.first, { ...plainRule, hours: 6, name: '公需培训' })
    const more = await makeSubmitted(
      all,
      { hours: 6, subject: 'PUBLIC' },
      { student: made.student },
    )
    expect((await decide(more)).data).toMatchObject({ state: 'APPROVED', hoursApproved: 6 })
    const done = await decide(made, { opinion: '材料齐全' })
    expect(done.data).toMatchObject({
      state: 'APPROVED',
      standing: { required: 12, earned: 12 },
      steps: [{ action: 'SUBMITTED' }, { action: 'APPROVED', by: '审核甲', hours: 12 }],
    })
    const year = await year2003(token)
    expect(year).toMatchObject({ state: 'ISSUED', earned: { professional: 12, public: 6 } })
    const proof = await must('GET /certification_grant/v1/info', { id: year?.proofId }, token)
    expect(proof.entries).toContainEqual(
      expect.objectContaining({ source: 'REDUCTION', title: '公需培训', hours: 6 }),
    )
    expect(await actionsOn(made.id)).toEqual(['reduction.submitted', 'reduction.approved'])
    // said again: nothing is credited twice
    expect((await decide(made, { opinion: '材料齐全' })).code).toBe(1)
    expect(await earnedIn2003(token)).toBe(12)
    expect(await actionsOn(made.id)).toHaveLength(2)
  })

  it('taken back revokes the proof it stood on, once, and the activity may be applied for anew', async () => {
    const whole = await makeType(desk.first, { hoursMode: 'FULL_YEAR', hours: null, unit: null })
    const made = await makeSubmitted(whole, { hours: 12 })
    const all = await makeType(desk.first, { hours: 6 })
    const more = await makeSubmitted(
      all,
      { hours: 6, subject: 'PUBLIC' },
      { student: made.student },
    )
    await decide(more)
    const { data } = await decide(made)
    const { token } = made.student
    expect(await year2003(token)).toMatchObject({ state: 'ISSUED' })
    const both = await Promise.all([reverse(data), reverse(data)])
    expect(lasting(both[0])).toEqual(lasting(both[1]))
    expect(both[0]?.data).toMatchObject({
      state: 'APPROVED',
      reversed: true,
      stage: 'REVERSED',
      reverseReason: '期刊不在目录内',
    })
    expect(await year2003(token)).toMatchObject({
      state: 'REVOKED',
      earned: { professional: 0 },
      revokeReason: expect.stringContaining('期刊不在目录内'),
    })
    expect(await must('GET /course_reduce/v1/info', { id: made.id }, token)).toMatchObject({
      reversed: true,
      stateReason: '期刊不在目录内',
    })
    expect(await reverse(both[0]?.data ?? data)).toMatchObject({ key: 'reduction.notApproved' })
    const anew = { ...made.input, id: randomUUID() }
    await must('POST /course_reduce/v1/submit', anew, token)
    expect(await actionsOn(made.id)).toEqual([
      'reduction.submitted',
      'reduction.approved',
      'reduction.reversed',
    ])
  })

  it('may grant less, never more, and never over the cap of the rule it was made by', async () => {
    const one = await makeSubmitted(desk.type, { hours: 9 })
    expect(await decide(one, { hours: 9.1 })).toMatchObject({
      key: 'reduction.againstRule',
      data: { fields: { hours: expect.any(String) } },
    })
    expect((await decide(one, { hours: 2.5 })).data).toMatchObject({ hoursApproved: 2.5 })
    expect(await earnedIn2003(one.student.token)).toBe(2.5)
    // 2.5 of 12 are given: 9 more fit, and 3 of the next do not
    const what = { hours: 9, startDate: '2003-05-01', endDate: '2003-05-01' }
    const two = await makeSubmitted(desk.type, what, { student: one.student })
    await decide(two)
    const { db } = await deps()
    // a year's cap that was passed by while this one waited
    const days = { startDate: '2003-06-01', endDate: '2003-06-01' }
    const late = await makeApplication(desk.type, { hours: 3, ...days }, one)
    await db.updateTable('reduction').set({ hoursApproved: 30 }).where('id', '=', two.id).execute()
    const shown = await must('POST /course_reduce/v1/submit', late.input, one.student.token)
    await db.updateTable('reduction').set({ hoursApproved: 90 }).where('id', '=', two.id).execute()
    expect(await decide(shown)).toMatchObject({
      key: 'reduction.overCap',
      data: { left: 0.5 },
    })
    expect(await info(shown.id)).toMatchObject({ state: 'SUBMITTED', version: shown.version })
    expect(await earnedIn2003(one.student.token)).toBe(11.5)
  })

  it('stopped in between leaves nothing: neither state, nor hours, nor a trace', async () => {
    const made = await makeSubmitted(desk.type)
    const { db } = await deps()
    // as if the process were killed where the ledger is written: whatever stops it there, stops all
    await db
      .insertInto('hoursLedger')
      .values({
        studentId: made.student.id,
        year: 2003,
        subject: 'PROFESSIONAL',
        source: 'REDUCTION',
        sourceId: made.id,
        hours: 1,
        title: '别处写入',
        actor: 'test',
      })
      .execute()
    expect((await decide(made)).status).toBe(500)
    expect(await info(made.id)).toMatchObject({
      state: 'SUBMITTED',
      version: made.version,
      hoursApproved: null,
      steps: [{ action: 'SUBMITTED' }],
    })
    expect(await actionsOn(made.id)).toEqual(['reduction.submitted'])
  })
})

describe('two reviewers', () => {
  it('at once: one decides, the other is told who was faster', async () => {
    const made = await makeSubmitted(desk.type)
    const answers = await Promise.all([
      decide(made, { opinion: '同意' }, desk.first),
      decide(made, { decision: 'REJECT', opinion: '材料不符' }, desk.second),
    ])
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(answers.find(({ code }) => code !== 1)).toMatchObject({
      key: 'reduction.reviewStale',
      data: { by: expect.stringMatching(/审核[甲乙]/) },
    })
    expect((await info(made.id)).steps).toHaveLength(2)
  })

  it('pass what needs two levels; the same person cannot do both', async () => {
    const double = await makeType(desk.first, { levels: 2 })
    const made = await makeSubmitted(double, { hours: 6 })
    const passed = await decide(made, { hours: 3 })
    expect(passed.data).toMatchObject({ state: 'SUBMITTED', stage: 'FINAL', hoursApproved: 3 })
    expect(passed.data.hindrance).toContain('另一名')
    expect(await earnedIn2003(made.student.token)).toBe(0)
    expect(await decide(passed.data)).toMatchObject({ key: 'reduction.secondPerson' })
    expect((await decide(passed.data, {}, desk.second)).data).toMatchObject({
      state: 'APPROVED',
      hoursApproved: 3,
    })
    expect(await earnedIn2003(made.student.token)).toBe(3)
  })

  it('look again at what was drawn: another person’s word, and hours go if it was wrong', async () => {
    const drawn = await makeType(desk.first, { samplePercent: 100 })
    const made = await makeSubmitted(drawn)
    const { data } = await decide(made)
    expect(data).toMatchObject({ stage: 'SAMPLE' })
    const listed = await mustStaff(
      'POST /course_reduce/v1/list',
      { stage: 'SAMPLE', typeCode: drawn.code },
      desk.first.token,
    )
    expect(listed.list.map(({ id }) => id)).toEqual([made.id])
    expect(await check(data, 'PASS', desk.first)).toMatchObject({ key: 'reduction.secondPerson' })
    const passed = await check(data, 'PASS')
    expect(passed.data).toMatchObject({ stage: 'APPROVED', steps: [{}, {}, { action: 'CHECKED' }] })
    expect(lasting(await check(data, 'PASS'))).toEqual(lasting(passed))
    expect(await check(passed.data, 'REVERSE')).toMatchObject({ key: 'reduction.notSampled' })
    const other = await makeSubmitted(drawn)
    const wrong = await check((await decide(other)).data, 'REVERSE')
    expect(wrong.data).toMatchObject({ stage: 'REVERSED', reversed: true })
    expect(await earnedIn2003(other.student.token)).toBe(0)
  })

  it('cannot approve what was withdrawn or is a draft, nor without a reason return or reject', async () => {
    const made = await makeSubmitted(desk.type)
    const back = { id: made.id, version: made.version }
    await must('POST /course_reduce/v1/withdraw', back, made.student.token)
    expect(await decide(made)).toMatchObject({
      key: 'reduction.reviewStale',
      data: { by: '学员本人' },
    })
    const now = await info(made.id)
    expect(await decide(now)).toMatchObject({ key: 'reduction.notInReview' })
    for (const decision of ['RETURN', 'REJECT'])
      expect(await decide(made, { decision })).toMatchObject({
        key: 'common.invalid',
        data: { fields: { opinion: expect.any(String) } },
      })
    const draft = await makeApplication(desk.type)
    await must('POST /course_reduce/v1/save', draft.input, draft.student.token)
    expect(await decide({ id: draft.input.id, version: 1 })).toMatchObject({
      key: 'reduction.notFound',
    })
    expect(await earnedIn2003(made.student.token)).toBe(0)
  })
})
