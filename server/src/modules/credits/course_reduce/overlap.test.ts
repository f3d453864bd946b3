import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import {
  makePastYear,
  makeReductionType,
  makeSubmittedReduction,
  type TestReductionInput,
} from '../../../../test/factories/course_reduce.ts'
import { makeOnePixelPng, sendUploadForm } from '../../../../test/factories/file.ts'
import { makeReductionReviewDesk, readProfessionalHoursIn2003 } from '../../../../test/factories/review-desk.ts'
import { makeStudent, type TestStudent } from '../../../../test/factories/student.ts'
import { mustStaff } from '../../../../test/world.ts'

const desk = await makeReductionReviewDesk()
const { decide, reverse, info } = desk

const turn = { startDate: '2002-12-20', endDate: '2003-01-10' }
const january = { startDate: '2003-01-05', endDate: '2003-01-31' }

async function inTwoYears(type = desk.type, change: Partial<TestReductionInput> = {}) {
  const student = await makeStudent()
  const before = { ...turn, ...change }
  const one = await makeSubmittedReduction(type, before, { student, year: await makePastYear(2002) })
  const two = await makeSubmittedReduction(type, { ...january, ...change }, { student })
  return { student, one, two }
}

const approveAll = (...items: { id: string; version: number }[]) =>
  mustStaff(
    'POST /course_reduce/v1/approve_all',
    { items: items.map(({ id, version }) => ({ id, version })) },
    desk.first.token,
  ).then(({ list }) => list)

const fileOf = async (student: TestStudent, file: Buffer) =>
  (await sendUploadForm({ purpose: 'EVIDENCE', file }, student.token)).data.id

/** See decision 042. */
describe('overlapping days of granted reductions', () => {
  it('an overlap with a granted reduction is refused until the reviewer confirms it with a reason', async () => {
    const { student, one, two } = await inTwoYears()
    expect((await info(one.id)).overlaps).toMatchObject([{ id: two.id, state: 'SUBMITTED' }])
    expect((await decide(one)).data).toMatchObject({ state: 'APPROVED' })
    expect(await info(two.id)).toMatchObject({
      overlapping: 1,
      overlaps: [{ id: one.id, applyNo: one.shown.applyNo, year: 2002, ...turn, state: 'APPROVED' }],
    })
    expect(await decide(two, { opinion: '同意' })).toMatchObject({
      key: 'reduction.overlapping',
      msg: expect.stringContaining(one.shown.applyNo),
    })
    expect(await readProfessionalHoursIn2003(student.token)).toBe(0)
    const despite = { despiteOverlap: [one.id] }
    expect(await decide(two, despite)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { opinion: expect.any(String) } },
    })
    const said = { ...despite, opinion: '两篇论文，刊期不同' }
    expect((await decide(two, said)).data).toMatchObject({ state: 'APPROVED' })
    expect((await decide(two, said)).code).toBe(1)
    expect(await readProfessionalHoursIn2003(student.token)).toBe(3)
    const log = await listAuditRowsOf(two.id)
    expect(log.at(-1)).toMatchObject({ detail: { overlapping: [one.shown.applyNo] } })
  })

  it('overlapping days are refused across subjects, but not after the hours were reversed', async () => {
    const { student, one, two } = await inTwoYears()
    const both = { ...january, subject: 'PUBLIC' } as const
    const three = await makeSubmittedReduction(desk.type, both, { student })
    const { data } = await decide(one)
    expect(await decide(three)).toMatchObject({ key: 'reduction.overlapping' })
    await reverse(data)
    expect((await decide(three)).data).toMatchObject({ state: 'APPROVED' })
    expect(await decide(two, { despiteOverlap: [one.id], opinion: '同意' })).toMatchObject({
      key: 'reduction.overlapping',
      msg: expect.stringContaining(three.shown.applyNo),
    })
  })

  it('two full-year reductions for different years may be granted for the same days', async () => {
    const whole = await makeReductionType(desk.first, {
      ...{ hoursMode: 'FULL_YEAR', hours: null, unit: null, yearCap: null },
    })
    const { student, one, two } = await inTwoYears(whole, { hours: 12 })
    for (const made of [one, two]) {
      expect(await info(made.id)).toMatchObject({ overlapping: 0, overlaps: [] })
      expect((await decide(made)).data).toMatchObject({ state: 'APPROVED' })
    }
    const again = { ...january, startDate: '2003-01-06', hours: 12 }
    const three = await makeSubmittedReduction(whole, again, { student })
    expect(await decide(three)).toMatchObject({ key: 'reduction.overlapping' })
  })
})

describe('batch approval with overlaps', () => {
  it('a batch approval leaves out applications with overlapping days and names the other application', async () => {
    const { student, one, two } = await inTwoYears()
    const fine = await makeSubmittedReduction(desk.type)
    const list = await approveAll(one, two, fine)
    expect(list.map(({ done }) => done)).toEqual([false, false, true])
    expect(list[0]?.problem).toMatch(new RegExp(`逐份审核.*日期.*${two.shown.applyNo}`))
    expect(list[1]?.problem).toContain(one.shown.applyNo)
    expect(await readProfessionalHoursIn2003(student.token)).toBe(0)
    expect((await decide(one)).data).toMatchObject({ state: 'APPROVED' })
  })

  it('a batch approval leaves out applications with shared evidence, which can be approved one by one', async () => {
    const student = await makeStudent()
    const file = makeOnePixelPng()
    const [first, second] = [await fileOf(student, file), await fileOf(student, file)]
    const year = await makePastYear(2002)
    const days = { startDate: '2002-05-01', endDate: '2002-05-01' }
    const one = await makeSubmittedReduction(desk.type, { ...days, attachments: [first] }, { student, year })
    const two = await makeSubmittedReduction(desk.type, { attachments: [second] }, { student })
    const list = await approveAll(two)
    expect(list).toMatchObject([{ done: false }])
    expect(list[0]?.problem).toMatch(new RegExp(`佐证材料与 ${one.shown.applyNo} 相同`))
    expect((await decide(two)).data).toMatchObject({ state: 'APPROVED' })
  })
})
