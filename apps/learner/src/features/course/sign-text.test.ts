import { describe, expect, it } from 'vitest'
import type { PlanYear } from './sign-states.ts'
import { choiceState, choiceWords, shortestWords, signUpQuestion } from './sign-text.ts'
import { closedWords, yearFacts, yearState } from './year-words.ts'

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

describe('words of signing up', () => {
  it('who signs up for a trial year is told what it is, of any other nothing', () => {
    const trial = { ...plan, trial: true }
    const said = (one: PlanYear) => [
      Object.fromEntries(yearFacts(one)).用途?.includes('不作为') ?? false,
      signUpQuestion(one, choice).text.includes('不作为执业药师学时凭据'),
    ]
    expect([said(trial), said(plan)]).toEqual([
      [true, true],
      [false, false],
    ])
  })

  it('a choice is open until it is paid, and again after a refund', () => {
    expect(choiceState(plan)).toEqual({ open: true, note: null })
    expect(choiceState({ ...plan, signState: 'UNPAID' })).toMatchObject({
      open: true,
      note: { kind: 'info' },
    })
    expect(choiceState({ ...plan, signState: 'REFUNDED' }).open).toBe(true)
    expect(choiceState({ ...plan, signState: 'UNPAID', employerPays: true })).toMatchObject({
      open: false,
      note: { kind: 'info' },
    })
    const paid = choiceState({ ...plan, signState: 'STUDYING' })
    expect(paid).toMatchObject({ open: false, note: { kind: 'info' } })
    expect(choiceState({ ...plan, price: 0, signState: 'STUDYING' }).note?.text).toContain('已报名')
  })

  it('a year that takes nobody says so', () => {
    expect(choiceState({ ...plan, state: 'CLOSED' })).toMatchObject({
      open: false,
      note: { kind: 'warning' },
    })
    expect(closedWords({ ...plan, state: 'UPCOMING' })).toBe('2026-01-01 开始报名')
    expect(closedWords({ ...plan, state: 'CLOSED' })).toContain('已停止报名')
  })

  it('a cancelled sign is as none', () => {
    expect(yearState({ ...plan, signState: 'CANCELLED' }).label).toBe('报名中')
    expect(yearState({ ...plan, signState: 'UNPAID' }).label).toBe('待支付')
    expect(yearState({ ...plan, signState: 'UNPAID', employerPays: true }).label).toBe(
      '等待单位缴费',
    )
  })

  it('names the price, and public hours only where they are asked for', () => {
    expect(yearFacts(plan)).toContainEqual(['费用', '¥120.00'])
    const free = { ...plan, price: 0, requiredHours: { professional: 6, public: 0 } }
    expect(yearFacts(free)).toContainEqual(['费用', '免费'])
    expect(yearFacts(free)).toContainEqual(['学时要求', '专业科目 6\u00a0学时'])
  })

  it('gives the shortest choice with its hours, and says of a demonstration that it is one', () => {
    const way = [6, 0.1, 0.2].map((hours) => ({ hours, durationSeconds: 3600, demo: false }))
    expect(shortestWords(way, 12_000)).toBe(
      '最省的选法：3 门，6.3\u00a0学时，时长 3\u00a0小时，¥120.00',
    )
    const demo = way.map((course) => ({ ...course, durationSeconds: 40, demo: true }))
    expect(shortestWords(demo, 0)).toContain('演示时长 2\u00a0分钟，免费')
  })

  it('says how many hours are missing, and what an order changes', () => {
    expect(choiceWords(choice).enough).toBe('还差 24\u00a0学时')
    expect(signUpQuestion(plan, choice).text).toContain('费用 ¥120.00')
    expect(signUpQuestion(plan, choice).text).not.toContain('原订单')
    expect(signUpQuestion({ ...plan, signState: 'UNPAID' }, choice).text).toContain('原订单')
    expect(signUpQuestion({ ...plan, signState: 'UNPAID' }, choice).ok).toBe('修改订单')
    expect(signUpQuestion({ ...plan, price: 0 }, choice).ok).toBe('确认报名')
  })
})
