import { describe, expect, it } from 'vitest'
import {
  incompleteYearsText,
  missingHoursText,
  noCoursesText,
  type PlannedYear,
  unfinishedYearMark,
  yearDeadlineText,
  yearOutcomeText,
  yearStateMark,
} from './year-text.ts'

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

it('a deadline at midnight is shown as the day before it', () => {
  const until = (step: PlannedYear['step'], at: string) => yearDeadlineText({ ...planned(2026, step), until: at })
  expect(until('STUDY', '2026-12-31T16:00:00Z')).toBe('2026-12-31 学习截止')
  expect(until('SIGN', '2026-12-20T16:00:00Z')).toBe('2026-12-20 报名截止')
  expect(until('WAIT', '2026-12-31T16:00:00Z')).toBe('2027-01-01 开始报名')
})

it('the note after a passed exam names the missing hours of the year, or says that the proof exists', () => {
  const missing = { professional: 12, public: 0 }
  expect(yearOutcomeText({ ...unproven, missing })).toBe('2024 年度：专业科目还差 12\u00a0学时。')
  expect(yearOutcomeText({ ...unproven, state: 'ISSUED', missing: none })).toContain('学时证明已生成')
  const trial = { ...unproven, state: 'ISSUED' as const, missing: none, trial: true }
  expect(yearOutcomeText(trial)).toContain('试用学时已修满，试用证明已生成')
  expect(yearOutcomeText({ ...unproven, state: 'REVOKED', missing: none })).toBe('')
})

it('a trial year counts neither as incomplete nor as complete', () => {
  const trial = { ...planned(2023, 'SIGN'), trial: true }
  expect(incompleteYearsText([planned(2026, 'SIGN'), trial])).toBe('还有 1 个年度的学时未修满：2026。')
  expect(incompleteYearsText([{ ...trial, step: 'DONE' }])).toBe('')
})

describe('years without participation', () => {
  it('a year without participation is neither marked red nor counted as incomplete', () => {
    const absent = planned(2024, 'ABSENT')
    expect(yearStateMark(unproven, absent)).toEqual({ label: '未参加', kind: 'todo' })
    expect(missingHoursText(unproven, absent)).toBe('')
    expect(incompleteYearsText([planned(2026, 'SIGN'), absent])).toBe(
      '还有 1 个年度的学时未修满：2026。未参加的年度：2024。',
    )
    expect(incompleteYearsText([planned(2025, 'DONE'), absent])).toBe('已参加的各年度都已达标。未参加的年度：2024。')
    expect(incompleteYearsText([absent])).toBe('未参加的年度：2024。')
    expect(incompleteYearsText([planned(2026, 'STUDY'), planned(2025, 'LOST')])).toBe(
      '还有 1 个年度的学时未修满：2026。未达标的年度：2025。',
    )
  })

  it('a closed year without participation is marked 未参加, an unfinished year 未达标', () => {
    expect(yearStateMark(unproven, planned(2024, 'LOST'))).toEqual({ label: '未达标', kind: 'error' })
    const closed = { trial: false, planState: 'CLOSED' as const, required: asked, earned: none }
    expect(unfinishedYearMark({ ...closed, signState: null }).label).toBe('未参加')
    expect(unfinishedYearMark({ ...closed, signState: 'REFUNDED' }).label).toBe('未参加')
    expect(unfinishedYearMark({ ...closed, signState: 'EXPIRED' }).label).toBe('未达标')
    const open = { ...closed, planState: 'OPEN' as const }
    expect(unfinishedYearMark({ ...open, signState: null }).label).toBe('可报名')
    expect(unfinishedYearMark({ ...open, signState: 'STUDYING' }).label).toBe('学习中')
    expect(unfinishedYearMark({ ...open, signState: null, trial: true }).label).toBe('可报名')
    const trial = { ...unproven, trial: true }
    expect(yearStateMark(trial, planned(2023, 'SIGN')).label).toBe('可报名')
    expect(yearStateMark(trial, undefined).label).toBe('未完成')
    expect(noCoursesText({ signState: 'REFUNDED' })).toBe('已退款')
    expect(noCoursesText({ signState: 'STUDYING' })).toBeNull()
    const recorded = { ...closed, earned: { professional: 0, public: 3 } }
    expect(unfinishedYearMark({ ...recorded, signState: null }).label).toBe('未达标')
    expect(unfinishedYearMark({ ...closed, signState: null, required: none }).label).toBe('无学时要求')
    // The planner gives such a year the step PUBLIC, because it has no sign-up.
    const publicOnly = { ...closed, signState: null, required: { professional: 0, public: 30 } }
    expect(unfinishedYearMark(publicOnly).label).toBe('未达标')
  })
})
