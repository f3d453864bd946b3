import type { Reduction, ReductionSummary } from '@ce/client/course_reduce.ts'
import { describe, expect, it } from 'vitest'
import {
  continueReductionLabel,
  isReductionWithdrawable,
  parseReductionState,
  reductionFacts,
  reductionSummaryText,
  reductionTimesText,
} from './text.ts'

const head: ReductionSummary = {
  id: 'x',
  applyNo: 'JM2026000001',
  year: 2026,
  typeCode: 'PAPER',
  typeName: '发表论文',
  subject: 'PROFESSIONAL',
  hours: 6,
  hoursApproved: null,
  startDate: null,
  endDate: null,
  state: 'SUBMITTED',
  submittedAt: '2026-03-01T00:00:00Z',
  updatedAt: '2026-03-01T00:00:00Z',
  stateReason: null,
  reversed: false,
}

const whole: Reduction = {
  ...head,
  version: 1,
  reason: '一篇论文',
  attachments: [],
  steps: [],
  rule: {
    name: '发表论文',
    subjectScope: 'PROFESSIONAL',
    hoursMode: 'PER_UNIT',
    hours: 3,
    unit: '篇',
    yearCap: 12,
    evidence: '论文首页',
    minFiles: 1,
    applyFrom: null,
    applyTo: null,
  },
}

describe('reduction texts', () => {
  it('a reduction shows the requested hours, and also the granted ones if they differ', () => {
    expect(reductionSummaryText(head)).toBe('2026 年度，专业科目，申请 6\u00a0学时')
    const granted = { ...head, state: 'APPROVED', hoursApproved: 3 } as const
    expect(reductionSummaryText(granted)).toContain('申请 6\u00a0学时，核定 3\u00a0学时')
    expect(reductionSummaryText({ ...granted, hoursApproved: 6 })).toContain('，核定 6\u00a0学时')
    expect(reductionSummaryText({ ...head, subject: null, hours: null })).toContain('未选科目，未填学时')
  })

  it('a reduction shows granted hours only after the final decision', () => {
    const hoursIn = (of: Reduction) => new Map(reductionFacts(of)).get('学时')
    expect(hoursIn({ ...whole, hoursApproved: 6 })).toBe('申请 6\u00a0学时')
    expect(hoursIn({ ...whole, state: 'APPROVED', hoursApproved: 3 })).toBe('申请 6\u00a0学时，核定 3\u00a0学时')
    expect(new Map(reductionFacts({ ...whole, stateReason: '缺目录' })).get('审核意见')).toBe('缺目录')
  })

  it('a draft reduction shows when it was saved instead of submitted', () => {
    expect(reductionTimesText(head)).toBe('JM2026000001，提交 2026-03-01 08:00')
    expect(reductionTimesText({ ...head, submittedAt: null })).toContain('保存')
  })

  it('only a reduction that the student may change can be continued', () => {
    expect(continueReductionLabel({ state: 'RETURNED' })).toBe('去补正')
    expect(continueReductionLabel({ state: 'SUBMITTED' })).toBeNull()
    expect(isReductionWithdrawable({ state: 'SUBMITTED' })).toBe(true)
    expect(isReductionWithdrawable({ state: 'APPROVED' })).toBe(false)
  })

  it('ignores an unknown reduction state in the address', () => {
    expect(parseReductionState('RETURNED')).toBe('RETURNED')
    expect(parseReductionState('toString')).toBeUndefined()
  })
})
