import { describe, expect, it } from 'vitest'
import type { PlanYear } from './sign-states.ts'
import { courseChoiceState, courseChoiceSumText, shortestChoiceText, signUpConfirmation } from './sign-text.ts'
import { planYearFacts, planYearStateMark, signUpClosedText } from './year-text.ts'

const plan: PlanYear = {
  year: 2026,
  planId: 'p',
  title: '2026 年度',
  trial: false,
  state: 'OPEN',
  signStartAt: '2025-12-31T16:00:00Z',
  signEndAt: '2026-11-30T16:00:00Z',
  studyEndAt: '2026-12-31T16:00:00Z',
  price: 12_000,
  employerPays: false,
  requiredHours: { professional: 60, public: 30 },
}
const choice = { courseIds: ['a', 'b'], hours: 36, required: 60, enough: false }

describe('sign-up texts', () => {
  it('the texts of a trial year explain the trial on sign-up, those of other years do not', () => {
    const trial = { ...plan, trial: true }
    const said = (one: PlanYear) => [
      Object.fromEntries(planYearFacts(one)).用途?.includes('不作为') ?? false,
      signUpConfirmation(one, choice).text.includes('不作为执业药师学时凭据'),
    ]
    expect([said(trial), said(plan)]).toEqual([
      [true, true],
      [false, false],
    ])
  })

  it('a course choice can be changed until payment and again after a refund', () => {
    expect(courseChoiceState(plan)).toEqual({ open: true, note: null })
    expect(courseChoiceState({ ...plan, signState: 'UNPAID' })).toMatchObject({
      open: true,
      note: { kind: 'info' },
    })
    expect(courseChoiceState({ ...plan, signState: 'REFUNDED' }).open).toBe(true)
    expect(courseChoiceState({ ...plan, signState: 'UNPAID', employerPays: true })).toMatchObject({
      open: false,
      note: { kind: 'info' },
    })
    const paid = courseChoiceState({ ...plan, signState: 'STUDYING' })
    expect(paid).toMatchObject({ open: false, note: { kind: 'info' } })
    expect(courseChoiceState({ ...plan, price: 0, signState: 'STUDYING' }).note?.text).toContain('已报名')
  })

  it('the course choice of a closed year says that sign-up is closed', () => {
    expect(courseChoiceState({ ...plan, state: 'CLOSED' })).toMatchObject({
      open: false,
      note: { kind: 'warning' },
    })
    expect(signUpClosedText({ ...plan, state: 'UPCOMING' })).toBe('2026-01-01 开始报名')
    expect(signUpClosedText({ ...plan, state: 'CLOSED' })).toContain('已停止报名')
  })

  it('a cancelled sign-up lets the student sign up again', () => {
    expect(planYearStateMark({ ...plan, signState: 'CANCELLED' }).label).toBe('报名中')
    expect(planYearStateMark({ ...plan, signState: 'UNPAID' }).label).toBe('待支付')
    expect(planYearStateMark({ ...plan, signState: 'UNPAID', employerPays: true }).label).toBe('等待单位缴费')
  })

  it('a year plan shows its price, and public hours only when it requires them', () => {
    expect(planYearFacts(plan)).toContainEqual(['费用', '¥120.00'])
    const free = { ...plan, price: 0, requiredHours: { professional: 6, public: 0 } }
    expect(planYearFacts(free)).toContainEqual(['费用', '免费'])
    expect(planYearFacts(free)).toContainEqual(['学时要求', '专业科目 6\u00a0学时'])
  })

  it('the shortest course choice shows its hours and marks demonstration films', () => {
    const way = [6, 0.1, 0.2].map((hours) => ({ hours, durationSeconds: 3600, demo: false }))
    expect(shortestChoiceText(way, 12_000)).toBe('最省的选法：3 门，6.3\u00a0学时，时长 3\u00a0小时，¥120.00')
    const demo = way.map((course) => ({ ...course, durationSeconds: 40, demo: true }))
    expect(shortestChoiceText(demo, 0)).toContain('演示时长 2\u00a0分钟，免费')
  })

  it('a course choice says how many hours are missing and whether it changes an order', () => {
    expect(courseChoiceSumText(choice).enough).toBe('还差 24\u00a0学时')
    expect(signUpConfirmation(plan, choice).text).toContain('费用 ¥120.00')
    expect(signUpConfirmation(plan, choice).text).not.toContain('原订单')
    expect(signUpConfirmation({ ...plan, signState: 'UNPAID' }, choice).text).toContain('原订单')
    expect(signUpConfirmation({ ...plan, signState: 'UNPAID' }, choice).ok).toBe('修改订单')
    expect(signUpConfirmation({ ...plan, price: 0 }, choice).ok).toBe('确认报名')
  })
})
