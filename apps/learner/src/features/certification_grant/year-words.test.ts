import { describe, expect, it } from 'vitest'
import {
  gapWords,
  missingWords,
  notTaken,
  outcomeWords,
  type PlannedYear,
  unfinishedMark,
  untilWords,
  yearMark,
} from './year-words.ts'

const none = { professional: 0, public: 0 }
const asked = { professional: 60, public: 30 }
const planned = (year: number, step: PlannedYear['step']): PlannedYear => ({
  ...{ year, title: `${year} 年度`, trial: false, step, signId: null, missing: asked, until: null },
  ...{ price: 0, way: null },
})
const unproven = {
  ...{
    year: 2024,
    title: '2024 年度',
    trial: false,
    state: 'INCOMPLETE' as const,
    required: asked,
  },
  ...{ earned: none, missing: asked, proofId: null, number: null, issuedAt: null },
  revokeReason: null,
  waiting: null,
}

it('an end is said by its last day, which midnight ends', () => {
  const until = (step: PlannedYear['step'], at: string) =>
    untilWords({ ...planned(2026, step), until: at })
  expect(until('STUDY', '2026-12-31T16:00:00Z')).toBe('2026-12-31 学习截止')
  expect(until('SIGN', '2026-12-20T16:00:00Z')).toBe('2026-12-20 报名截止')
  expect(until('WAIT', '2026-12-31T16:00:00Z')).toBe('2027-01-01 开始报名')
})

it('a pass says what its year has come to', () => {
  const missing = { professional: 12, public: 0 }
  expect(outcomeWords({ ...unproven, missing })).toBe('2024 年度：专业科目还差 12\u00a0学时。')
  expect(outcomeWords({ ...unproven, state: 'ISSUED', missing: none })).toContain('学时证明已生成')
  const trial = { ...unproven, state: 'ISSUED' as const, missing: none, trial: true }
  expect(outcomeWords(trial)).toContain('试用学时已修满，试用证明已生成')
  expect(outcomeWords({ ...unproven, state: 'REVOKED', missing: none })).toBe('')
})

it('a trial year is neither missing nor reached: nobody asks for it', () => {
  const trial = { ...planned(2023, 'SIGN'), trial: true }
  expect(gapWords([planned(2026, 'SIGN'), trial])).toBe('还有 1 个年度的学时未修满：2026。')
  expect(gapWords([{ ...trial, step: 'DONE' }])).toBe('')
})

describe('a year nobody had part in', () => {
  it('is neither red nor counted among what is missing', () => {
    const absent = planned(2024, 'ABSENT')
    expect(yearMark(unproven, absent)).toEqual({ label: '未参加', kind: 'todo' })
    expect(missingWords(unproven, absent)).toBe('')
    expect(gapWords([planned(2026, 'SIGN'), absent])).toBe(
      '还有 1 个年度的学时未修满：2026。未参加的年度：2024。',
    )
    expect(gapWords([planned(2025, 'DONE'), absent])).toBe(
      '已参加的各年度都已达标。未参加的年度：2024。',
    )
    expect(gapWords([absent])).toBe('未参加的年度：2024。')
    expect(gapWords([planned(2026, 'STUDY'), planned(2025, 'LOST')])).toBe(
      '还有 1 个年度的学时未修满：2026。未达标的年度：2025。',
    )
  })

  it('stands apart from one that was taken up and not finished', () => {
    expect(yearMark(unproven, planned(2024, 'LOST'))).toEqual({ label: '未达标', kind: 'error' })
    const closed = { trial: false, planState: 'CLOSED' as const, required: asked, earned: none }
    expect(unfinishedMark({ ...closed, signState: null }).label).toBe('未参加')
    expect(unfinishedMark({ ...closed, signState: 'REFUNDED' }).label).toBe('未参加')
    expect(unfinishedMark({ ...closed, signState: 'EXPIRED' }).label).toBe('未达标')
    const open = { ...closed, planState: 'OPEN' as const }
    expect(unfinishedMark({ ...open, signState: null }).label).toBe('可报名')
    expect(unfinishedMark({ ...open, signState: 'STUDYING' }).label).toBe('学习中')
    expect(unfinishedMark({ ...open, signState: null, trial: true }).label).toBe('可报名')
    const trial = { ...unproven, trial: true }
    expect(yearMark(trial, planned(2023, 'SIGN')).label).toBe('可报名')
    expect(yearMark(trial, undefined).label).toBe('未完成')
    expect(notTaken({ signState: 'REFUNDED' })).toBe('已退款')
    expect(notTaken({ signState: 'STUDYING' })).toBeNull()
    const recorded = { ...closed, earned: { professional: 0, public: 3 } }
    expect(unfinishedMark({ ...recorded, signState: null }).label).toBe('未达标')
    expect(unfinishedMark({ ...closed, signState: null, required: none }).label).toBe('无学时要求')
    // the planner's PUBLIC: nobody signs up for such a year
    const publicOnly = { ...closed, signState: null, required: { professional: 0, public: 30 } }
    expect(unfinishedMark(publicOnly).label).toBe('未达标')
  })
})
