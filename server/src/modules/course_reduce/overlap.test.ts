import { beforeAll, describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import {
  type Application,
  makeSubmitted,
  makeType,
  pastYear,
} from '../../../test/factories/course_reduce.ts'
import { onePixelPng, upload } from '../../../test/factories/file.ts'
import {
  earnedIn2003,
  makeReviewDesk,
  type ReviewDesk,
  reviewing,
} from '../../../test/factories/review-desk.ts'
import { makeStudent, type TestStudent } from '../../../test/factories/student.ts'
import { mustStaff } from '../../../test/world.ts'

let desk: ReviewDesk
beforeAll(async () => {
  desk = await makeReviewDesk()
})

const { decide, reverse, info } = reviewing(() => desk)

/** over the turn of a year, and within the new one: the same activity by other days */
const turn = { startDate: '2002-12-20', endDate: '2003-01-10' }
const january = { startDate: '2003-01-05', endDate: '2003-01-31' }

/** One activity, applied for in both years that it touches. */
async function inTwoYears(type = desk.type, change: Partial<Application> = {}) {
  const student = await makeStudent()
  const before = { ...turn, ...change }
  const one = await makeSubmitted(type, before, { student, year: await pastYear(2002) })
  const two = await makeSubmitted(type, { ...january, ...change }, { student })
  return { student, one, two }
}

const approveAll = (...items: { id: string; version: number }[]) =>
  mustStaff(
    'POST /course_reduce/v1/approve_all',
    { items: items.map(({ id, version }) => ({ id, version })) },
    desk.first.token,
  ).then(({ list }) => list)

const fileOf = async (student: TestStudent, file: Buffer) =>
  (await upload({ purpose: 'EVIDENCE', file }, student.token)).data.id

/** decision 042 */
describe('days for which the same kind was granted already', () => {
  it('are refused in another year, naming the other one, until the reviewer has seen it and says why', async () => {
    const { student, one, two } = await inTwoYears()
    // what waits is shown, and hinders nobody yet
    expect((await info(one.id)).overlaps).toMatchObject([{ id: two.id, state: 'SUBMITTED' }])
    expect((await decide(one)).data).toMatchObject({ state: 'APPROVED' })
    expect(await info(two.id)).toMatchObject({
      overlapping: 1,
      overlaps: [
        { id: one.id, applyNo: one.shown.applyNo, year: 2002, ...turn, state: 'APPROVED' },
      ],
    })
    expect(await decide(two, { opinion: '同意' })).toMatchObject({
      key: 'reduction.overlapping',
      msg: expect.stringContaining(one.shown.applyNo),
    })
    expect(await earnedIn2003(student.token)).toBe(0)
    const despite = { despiteOverlap: [one.id] }
    expect(await decide(two, despite)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { opinion: expect.any(String) } },
    })
    const said = { ...despite, opinion: '两篇论文，刊期不同' }
    expect((await decide(two, said)).data).toMatchObject({ state: 'APPROVED' })
    // said again: nothing is credited twice
    expect((await decide(two, said)).code).toBe(1)
    expect(await earnedIn2003(student.token)).toBe(3)
    const log = await auditOf(two.id)
    expect(log.at(-1)).toMatchObject({ detail: { overlapping: [one.shown.applyNo] } })
  })

  it('count whatever subject they were granted in, and no more once the hours were taken back', async () => {
    const { student, one, two } = await inTwoYears()
    const both = { ...january, subject: 'PUBLIC' } as const
    const three = await makeSubmitted(desk.type, both, { student })
    const { data } = await decide(one)
    expect(await decide(three)).toMatchObject({ key: 'reduction.overlapping' })
    await reverse(data)
    expect((await decide(three)).data).toMatchObject({ state: 'APPROVED' })
    expect(await decide(two, { despiteOverlap: [one.id], opinion: '同意' })).toMatchObject({
      key: 'reduction.overlapping',
      msg: expect.stringContaining(three.shown.applyNo),
    })
  })

  it('may be the same where a whole year is granted: what lasts over a turn of years is asked for in both', async () => {
    const whole = await makeType(desk.first, {
      ...{ hoursMode: 'FULL_YEAR', hours: null, unit: null, yearCap: null },
    })
    const { student, one, two } = await inTwoYears(whole, { hours: 12 })
    for (const made of [one, two]) {
      expect(await info(made.id)).toMatchObject({ overlapping: 0, overlaps: [] })
      expect((await decide(made)).data).toMatchObject({ state: 'APPROVED' })
    }
    const again = { ...january, startDate: '2003-01-06', hours: 12 }
    const three = await makeSubmitted(whole, again, { student })
    expect(await decide(three)).toMatchObject({ key: 'reduction.overlapping' })
  })
})

describe('a batch', () => {
  it('leaves out what has the days of another one, waiting or approved, and says which', async () => {
    const { student, one, two } = await inTwoYears()
    const fine = await makeSubmitted(desk.type)
    const list = await approveAll(one, two, fine)
    expect(list.map(({ done }) => done)).toEqual([false, false, true])
    expect(list[0]?.problem).toMatch(new RegExp(`逐份审核.*日期.*${two.shown.applyNo}`))
    expect(list[1]?.problem).toContain(one.shown.applyNo)
    expect(await earnedIn2003(student.token)).toBe(0)
    // looked at by itself, the first needs no reason: nothing was granted yet
    expect((await decide(one)).data).toMatchObject({ state: 'APPROVED' })
  })

  it('leaves out evidence of another one, also of other days and years; by itself it can be approved', async () => {
    const student = await makeStudent()
    const file = onePixelPng()
    const [first, second] = [await fileOf(student, file), await fileOf(student, file)]
    const year = await pastYear(2002)
    const days = { startDate: '2002-05-01', endDate: '2002-05-01' }
    const one = await makeSubmitted(desk.type, { ...days, attachments: [first] }, { student, year })
    const two = await makeSubmitted(desk.type, { attachments: [second] }, { student })
    const list = await approveAll(two)
    expect(list).toMatchObject([{ done: false }])
    expect(list[0]?.problem).toMatch(new RegExp(`佐证材料与 ${one.shown.applyNo} 相同`))
    expect((await decide(two)).data).toMatchObject({ state: 'APPROVED' })
  })
})
