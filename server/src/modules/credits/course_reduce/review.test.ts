import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  makeReductionApplication,
  makeReductionType,
  makeSubmittedReduction,
  plainReductionRule,
} from '../../../../test/factories/course_reduce.ts'
import { withoutLinkExpiry } from '../../../../test/factories/file.ts'
import {
  listAuditActionsOn,
  makeReductionReviewDesk,
  readProfessionalHoursIn2003,
  readStudentYear2003,
} from '../../../../test/factories/review-desk.ts'
import { deps, must, mustStaff } from '../../../../test/world.ts'

const desk = await makeReductionReviewDesk()
const { decide, check, reverse, info } = desk

describe('decisions on reductions', () => {
  it('an approval credits hours, and a complete year issues its proof with the reduction', async () => {
    const whole = await makeReductionType(desk.first, { hoursMode: 'FULL_YEAR', hours: null, unit: null })
    const made = await makeSubmittedReduction(whole, { hours: 12 })
    const { token } = made.student
    const all = await makeReductionType(desk.first, { ...plainReductionRule, hours: 6, name: '公需培训' })
    const more = await makeSubmittedReduction(all, { hours: 6, subject: 'PUBLIC' }, { student: made.student })
    expect((await decide(more)).data).toMatchObject({ state: 'APPROVED', hoursApproved: 6 })
    const done = await decide(made, { opinion: '材料齐全' })
    expect(done.data).toMatchObject({
      state: 'APPROVED',
      standing: { required: 12, earned: 12 },
      steps: [{ action: 'SUBMITTED' }, { action: 'APPROVED', by: '审核甲', hours: 12 }],
    })
    const year = await readStudentYear2003(token)
    expect(year).toMatchObject({ state: 'ISSUED', earned: { professional: 12, public: 6 } })
    const proof = await must('GET /certification_grant/v1/info', { id: year?.proofId }, token)
    expect(proof.entries).toContainEqual(expect.objectContaining({ source: 'REDUCTION', title: '公需培训', hours: 6 }))
    expect(await listAuditActionsOn(made.id)).toEqual(['reduction.submitted', 'reduction.approved'])
    expect((await decide(made, { opinion: '材料齐全' })).code).toBe(1)
    expect(await readProfessionalHoursIn2003(token)).toBe(12)
    expect(await listAuditActionsOn(made.id)).toHaveLength(2)
  })

  it('reversing a reduction revokes its proof once, and the activity can be applied for again', async () => {
    const whole = await makeReductionType(desk.first, { hoursMode: 'FULL_YEAR', hours: null, unit: null })
    const made = await makeSubmittedReduction(whole, { hours: 12 })
    const all = await makeReductionType(desk.first, { hours: 6 })
    const more = await makeSubmittedReduction(all, { hours: 6, subject: 'PUBLIC' }, { student: made.student })
    await decide(more)
    const { data } = await decide(made)
    const { token } = made.student
    expect(await readStudentYear2003(token)).toMatchObject({ state: 'ISSUED' })
    const both = await Promise.all([reverse(data), reverse(data)])
    expect(withoutLinkExpiry(both[0])).toEqual(withoutLinkExpiry(both[1]))
    expect(both[0]?.data).toMatchObject({
      state: 'APPROVED',
      reversed: true,
      stage: 'REVERSED',
      reverseReason: '期刊不在目录内',
    })
    expect(await readStudentYear2003(token)).toMatchObject({
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
    expect(await listAuditActionsOn(made.id)).toEqual([
      'reduction.submitted',
      'reduction.approved',
      'reduction.reversed',
    ])
  })

  it('an approval may grant fewer hours but not exceed the request or the cap of its rule', async () => {
    const one = await makeSubmittedReduction(desk.type, { hours: 9 })
    expect(await decide(one, { hours: 9.1 })).toMatchObject({
      key: 'reduction.againstRule',
      data: { fields: { hours: expect.any(String) } },
    })
    expect((await decide(one, { hours: 2.5 })).data).toMatchObject({ hoursApproved: 2.5 })
    expect(await readProfessionalHoursIn2003(one.student.token)).toBe(2.5)
    const what = { hours: 9, startDate: '2003-05-01', endDate: '2003-05-01' }
    const two = await makeSubmittedReduction(desk.type, what, { student: one.student })
    await decide(two)
    const { db } = await deps()
    const days = { startDate: '2003-06-01', endDate: '2003-06-01' }
    const late = await makeReductionApplication(desk.type, { hours: 3, ...days }, one)
    await db.updateTable('reduction').set({ hoursApproved: 30 }).where('id', '=', two.id).execute()
    const shown = await must('POST /course_reduce/v1/submit', late.input, one.student.token)
    await db.updateTable('reduction').set({ hoursApproved: 90 }).where('id', '=', two.id).execute()
    expect(await decide(shown)).toMatchObject({
      key: 'reduction.overCap',
      data: { left: 0.5 },
    })
    expect(await info(shown.id)).toMatchObject({ state: 'SUBMITTED', version: shown.version })
    expect(await readProfessionalHoursIn2003(one.student.token)).toBe(11.5)
  })

  it('a failed approval changes no state and leaves no hours or audit row', async () => {
    const made = await makeSubmittedReduction(desk.type)
    const { db } = await deps()
    // The duplicate ledger entry makes the approval fail in the middle.
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
    expect(await listAuditActionsOn(made.id)).toEqual(['reduction.submitted'])
  })
})

describe('two reviewers', () => {
  it('of two concurrent decisions one is stored, and the refusal of the other names the first reviewer', async () => {
    const made = await makeSubmittedReduction(desk.type)
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

  it('a two-level type needs two different reviewers', async () => {
    const double = await makeReductionType(desk.first, { levels: 2 })
    const made = await makeSubmittedReduction(double, { hours: 6 })
    const passed = await decide(made, { hours: 3 })
    expect(passed.data).toMatchObject({ state: 'SUBMITTED', stage: 'FINAL', hoursApproved: 3 })
    expect(passed.data.hindrance).toContain('另一名')
    expect(await readProfessionalHoursIn2003(made.student.token)).toBe(0)
    expect(await decide(passed.data)).toMatchObject({ key: 'reduction.secondPerson' })
    expect((await decide(passed.data, {}, desk.second)).data).toMatchObject({
      state: 'APPROVED',
      hoursApproved: 3,
    })
    expect(await readProfessionalHoursIn2003(made.student.token)).toBe(3)
  })

  it('a sampled approval is checked by another reviewer, who can reverse it', async () => {
    const drawn = await makeReductionType(desk.first, { samplePercent: 100 })
    const made = await makeSubmittedReduction(drawn)
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
    expect(withoutLinkExpiry(await check(data, 'PASS'))).toEqual(withoutLinkExpiry(passed))
    expect(await check(passed.data, 'REVERSE')).toMatchObject({ key: 'reduction.notSampled' })
    const other = await makeSubmittedReduction(drawn)
    const wrong = await check((await decide(other)).data, 'REVERSE')
    expect(wrong.data).toMatchObject({ stage: 'REVERSED', reversed: true })
    expect(await readProfessionalHoursIn2003(other.student.token)).toBe(0)
  })

  it('drafts and withdrawn applications cannot be approved, and return or rejection needs a reason', async () => {
    const made = await makeSubmittedReduction(desk.type)
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
    const draft = await makeReductionApplication(desk.type)
    await must('POST /course_reduce/v1/save', draft.input, draft.student.token)
    expect(await decide({ id: draft.input.id, version: 1 })).toMatchObject({
      key: 'reduction.notFound',
    })
    expect(await readProfessionalHoursIn2003(made.student.token)).toBe(0)
  })
})
