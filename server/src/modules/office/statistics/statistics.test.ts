import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makePlan, type TestPlan } from '../../../../test/factories/catalogue.ts'
import {
  makeReductionReviewer,
  makeReductionType,
  makeSubmittedReduction,
} from '../../../../test/factories/course_reduce.ts'
import { makePaidTeam, refundTeamMember } from '../../../../test/factories/employer.ts'
import { makeExam, rightAnswersOf, startTestAttempt } from '../../../../test/factories/exam.ts'
import { setOrderRefunded } from '../../../../test/factories/invoice.ts'
import { makeMergeTestDesk } from '../../../../test/factories/merge.ts'
import { makeOrder, payWithoutNotification } from '../../../../test/factories/order.ts'
import { creditProfessionalHours, recordTestHours } from '../../../../test/factories/proof.ts'
import { makeSign } from '../../../../test/factories/sign.ts'
import { makeStaff, type TestStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { deps, must, mustStaff, passTime, staffCall } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { reverseCreditedHours } from '../../credits/certification_grant/service/credit.ts'
import { recomputeRequestedYears } from './service/read.ts'

let staff: TestStaff
const hire = async () => {
  staff = await makeStaff({ permissions: ['statistics.read'] })
}
beforeAll(hire)

const figuresOf = async (year: number, more: object = {}) => {
  const input = { year: String(year), ...more } as never
  return (await mustStaff('GET /statistics/v1/year', input, staff.token)).figures
}
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

async function paid(plan: TestPlan, kept = true) {
  const order = await makeOrder({ plan })
  await payWithoutNotification(order)
  await must('GET /order/v1/query_status', { orderNo: order.orderNo }, order.student.token)
  if (!kept) await setOrderRefunded(order)
  return order
}

async function examined(plan: TestPlan, right: number) {
  const exam = await makeExam({ plan })
  const sitting = await startTestAttempt(exam)
  const answers = rightAnswersOf(sitting, right)
  const body = { attemptId: sitting.attemptId, seq: 1, answers }
  const result = await must('POST /exam/v1/submit_exam', body, exam.token)
  return { ...exam, score: result.score }
}

async function movesTo(students: { id: string }[], city: string, employer: string) {
  const { db } = await deps()
  const ids = students.map(({ id }) => id)
  await db.updateTable('student').set({ city, employer }).where('id', 'in', ids).execute()
}

describe('statistics of a year', () => {
  it('the figures of a year agree with the events and with each other', async () => {
    const plan = await makePlan({ courses: [{ required: true }], requiredProfessional: 10 })
    const [kept] = [await paid(plan), await paid(plan, false), await makeOrder({ plan })]
    const passer = await examined(plan, 20)
    await examined(plan, 2)
    await hire()
    await movesTo([kept.student, passer.sign.student], '江州市', '大药房')
    const figures = await figuresOf(plan.year)
    expect(figures.funnel).toEqual([
      { step: 'SIGNED', count: 5 },
      { step: 'PAID', count: 3 },
      { step: 'LEARNED', count: 2 },
      { step: 'PASSED', count: 1 },
      { step: 'PROVEN', count: 1 },
    ])
    expect(figures.people).toBe(5)
    expect(figures.money).toEqual({ orders: 2, paid: 24_000, refunded: 12_000, kept: 12_000 })
    expect(figures.courses).toHaveLength(1)
    expect(figures.courses[0]).toMatchObject({
      ...{ paid: 3, learned: 2, sat: 2, passed: 1, attempts: 2, passedAttempts: 1 },
      averageScore: null,
    })
    expect(sum(figures.days.map(({ signs }) => signs))).toBe(5)
    expect(sum(figures.days.map(({ passes }) => passes))).toBe(1)
    for (const groups of [figures.cities, figures.employers]) {
      expect(sum(groups.map(({ signed }) => signed))).toBe(5)
      expect(sum(groups.map((group) => group.paid))).toBe(3)
      // Two and three people are too few, and the rest of five would reveal them.
      expect(groups).toMatchObject([{ kind: 'OTHER', name: '其他' }])
    }
  })

  it('the statistics show the average of a course only from five people on', async () => {
    const plan = await makePlan({ courses: [{ required: true }], requiredProfessional: 10 })
    const scores: number[] = []
    for (const right of [20, 20, 2, 2, 2]) scores.push((await examined(plan, right)).score)
    const [course] = (await figuresOf(plan.year)).courses
    expect(course).toMatchObject({ sat: 5, averageScore: sum(scores) / 5 })
  })

  it('the statistics and the finance desk show the same amount after one of two order lines is refunded', async () => {
    const order = await makePaidTeam(2)
    await refundTeamMember(order, 0)
    const { money } = await figuresOf(order.plan.year)
    expect(money).toEqual({ orders: 1, paid: 24_000, refunded: 12_000, kept: 12_000 })
    const finance = await makeStaff({ permissions: ['finance.read'] })
    const orders = { number: order.orderNo } as never
    const desk = await mustStaff('POST /finance/v1/orders', orders, finance.token)
    expect(desk.paidTotal).toBe(money.kept)
  })

  it('the statistics sum the ledger by source and count valid proofs', async () => {
    const plan = await makePlan({ requiredProfessional: 120, requiredPublic: 30 })
    const students = await Promise.all([makeStudent(), makeStudent()])
    for (const student of students) await makeSign({ student, plan })
    const [full, half] = students
    await creditProfessionalHours(full, plan, 125)
    await recordTestHours(full, plan, 3)
    await creditProfessionalHours(half, plan, 60)
    const figures = await figuresOf(plan.year)
    expect(figures.completion).toEqual({ professional: 1, public: 1, both: 1 })
    expect(figures.proofs).toEqual({ valid: 1, revoked: 0 })
    expect(figures.funnel.at(-1)).toEqual({ step: 'PROVEN', count: 1 })
    expect(figures.hours).toEqual([
      { source: 'COURSE', entries: 2, professional: 18.5, public: 0 },
      { source: 'RECORD', entries: 1, professional: 0, public: 3 },
    ])
    const { db } = await deps()
    const { rows } = await sql<{ tenths: number }>`
      select sum(hours)::int as tenths from hours_ledger where year = ${plan.year}`.execute(db)
    const told = sum(figures.hours.map((row) => row.professional + row.public))
    expect(told * 10).toBe(rows[0]?.tenths)
    expect(sum(figures.days.map(({ proofs }) => proofs))).toBe(1)
  })

  it('the statistics count merged accounts once and ignore reversed hours', async () => {
    const plan = await makePlan({ requiredPublic: 300 })
    const [kept, closed, mistaken] = await Promise.all([makeStudent(), makeStudent(), makeStudent()])
    for (const student of [kept, closed, mistaken]) await recordTestHours(student, plan, 5, 'R')
    const world = await deps()
    const { year } = plan
    const entry = { studentId: mistaken.id, year, source: 'RECORD', sourceId: `${year}/R` } as const
    await inTransaction(world.db, (tx) =>
      reverseCreditedHours(tx, world, { ...entry, actor: 'test', reason: '凭证有误' }),
    )
    await (await makeMergeTestDesk()).merge(kept, closed)
    await hire()
    expect((await figuresOf(year)).people).toBe(1)
  })

  it('the statistics count reductions by type as the reduction desk does', async () => {
    const reviewer = await makeReductionReviewer()
    const type = await makeReductionType(reviewer)
    const { id, version, year } = await makeSubmittedReduction(type)
    await makeSubmittedReduction(type)
    await mustStaff(
      'POST /course_reduce/v1/decide',
      { id, version, decision: 'APPROVE', hours: null, opinion: '材料齐全' },
      reviewer.token,
    )
    await passTime(3600)
    await hire()
    const { reductions, hours } = await figuresOf(year)
    expect(reductions.find(({ code }) => code === type.code)).toMatchObject({
      ...{ submitted: 2, approved: 1, rejected: 0, hours: 3 },
    })
    const credited = hours.find(({ source }) => source === 'REDUCTION')
    expect((credited?.professional ?? 0) + (credited?.public ?? 0)).toBeGreaterThanOrEqual(3)
  })
})

describe('statistics desk', () => {
  it('the statistics mark trial years and do not open with a trial year', async () => {
    await hire()
    const [ordinary, trial] = [await makePlan(), await makePlan({ trial: true })]
    const ask = (input: object) => mustStaff('GET /statistics/v1/year', input, staff.token)
    const [first, asked] = [await ask({}), await ask({ year: String(trial.year) })]
    expect(first).toMatchObject({ year: ordinary.year, trial: false })
    expect(asked).toMatchObject({ year: trial.year, trial: true })
  })

  it('the statistics reuse recent figures and show when they were computed', async () => {
    const plan = await makePlan()
    const year = { year: String(plan.year) } as never
    const first = await mustStaff('GET /statistics/v1/year', year, staff.token)
    expect(first.years).toContain(plan.year)
    const { db } = await deps()
    const fix = db.updateTable('statisticsYear').set({ tookMs: 20_000 })
    await fix.where('year', '=', plan.year).execute()
    await makeSign({ plan })
    const again = await mustStaff('GET /statistics/v1/year', year, staff.token)
    expect(again).toEqual(first)
    await passTime(3601)
    await hire()
    // If computing is slow, the old figures are shown at once and new ones within a minute.
    const old = await mustStaff('GET /statistics/v1/year', year, staff.token)
    expect(old).toEqual({ ...first, renewing: true })
    await recomputeRequestedYears(await deps())
    const later = await mustStaff('GET /statistics/v1/year', year, staff.token)
    expect(Date.parse(later.asOf)).toBeGreaterThan(Date.parse(first.asOf))
    expect(later.figures.funnel[0]).toEqual({ step: 'SIGNED', count: 1 })
  })

  it('the statistics refuse bad days and years, and an export is audited', async () => {
    const plan = await makePlan()
    await makeSign({ plan })
    const all = await figuresOf(plan.year)
    const day = all.days[0]?.day ?? ''
    expect((await figuresOf(plan.year, { from: day, to: day })).days).toHaveLength(1)
    expect((await figuresOf(plan.year, { from: '2190-01-01' })).days).toEqual([])
    for (const bad of [{ year: '12' }, { from: 'gestern' }, { to: '2026-02-30' }])
      expect(await staffCall('GET /statistics/v1/year', bad, staff.token)).toMatchObject({
        data: { fields: { [Object.keys(bad)[0] ?? '']: expect.any(String) } },
      })
    const wish = { year: plan.year, from: day }
    const file = await mustStaff('POST /statistics/v1/export', wish, staff.token)
    expect(Buffer.from(file.content, 'base64').subarray(0, 2).toString()).toBe('PK')
    expect(file.name).toContain(String(plan.year))
    expect(await listAuditRowsOf(String(plan.year))).toContainEqual(
      expect.objectContaining({ actor: staff.username, action: 'statistics.exported' }),
    )
    const stranger = await makeStaff({ permissions: ['finance.read'] })
    expect(await staffCall('POST /statistics/v1/export', wish, stranger.token)).toMatchObject({
      key: 'staff.forbidden',
    })
    const bad = await staffCall('POST /statistics/v1/export', { year: '丙' }, staff.token)
    expect(bad).toMatchObject({ key: 'common.invalid' })
  })
})
