import type { LedgerEntry } from '@ce/client/certification_grant.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { printableYears } from './PrintYears.tsx'
import { ProofYearCard } from './YearCard.tsx'
import { entrySourceLinks, LedgerEntryList, ledgerEntrySums, ledgerEntryText } from './YearLedger.tsx'
import type { ProofYear } from './year-text.ts'

const entry = (change: Partial<LedgerEntry>): LedgerEntry => ({
  ...{ seq: 1, year: 2026, subject: 'PROFESSIONAL', source: 'COURSE', hours: 6 },
  ...{ title: '处方审核与调配', reference: null, at: '2026-03-01T16:30:00.000Z' },
  firstAt: null,
  ...{ reversed: false, reverses: null, sitting: null, reductionId: null },
  ...change,
})
const sitting = {
  ...{ attemptId: 'a1', signId: 's1', signCourseId: 'c1' },
  lessons: [
    { id: 'l1', title: '第一讲' },
    { id: 'l2', title: '第二讲' },
  ],
}
const passed = entry({ seq: 1, sitting, reversed: true })
const reversal = entry({ seq: 2, source: 'REVERSAL', hours: -6, reverses: 1, sitting })
const record = entry({
  ...{ seq: 3, source: 'RECORD', subject: 'PUBLIC', hours: 3.1, title: '公需科目' },
  reference: '省人社厅/A-1',
})
const reduction = entry({ seq: 4, source: 'REDUCTION', hours: 0.2, reductionId: 'r1' })
const adjusted = entry({ seq: 5, source: 'ADJUST', hours: 0.1 })
const all = [adjusted, reduction, record, reversal, passed]

const page = (node: React.ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/system/grant']}>{node}</MemoryRouter>
    </QueryClientProvider>,
  )

describe('hours ledger of a year', () => {
  it('a ledger entry links to its attempt, lessons or reduction', () => {
    const waysOf = (one: LedgerEntry) => entrySourceLinks(one).map(({ to }) => to)
    const lessons = ['l1', 'l2'].map((id) => paths.learnRecord('s1', 'c1', id))
    const toSitting = [paths.attempt('s1', 'c1', 'a1', 'log'), ...lessons]
    expect(waysOf({ ...passed, reversed: false })).toEqual([paths.attempt('s1', 'c1', 'a1'), ...lessons])
    // The paper of a passed exam may be closed after a reversal, so the link opens the answer log.
    expect(waysOf(passed)).toEqual(toSitting)
    expect(waysOf(reversal)).toEqual(toSitting)
    expect(waysOf(reduction)).toEqual([paths.reduction('r1')])
    expect(waysOf(record)).toEqual([])
    expect(waysOf({ ...reversal, sitting: null })).toEqual([paths.messages()])
    const html = page(<LedgerEntryList entries={all} />)
    for (const to of [...toSitting, paths.reduction('r1')]) expect(html).toContain(`href="${to}"`)
  })

  it('the hours ledger shows the source of each entry, the reversed entries and the sums', () => {
    expect(ledgerEntryText(record)).toBe('公需录入，登记依据 省人社厅/A-1')
    expect(ledgerEntryText(adjusted)).toBe('合并账号时转入')
    expect(ledgerEntrySums(all)).toEqual({ PROFESSIONAL: 0.3, PUBLIC: 3.1 })
    const html = page(<LedgerEntryList entries={all} />)
    expect(html.split('已冲销')).toHaveLength(2)
    expect(html).toContain('2026-03-02')
    expect(html).toContain('合计：专业科目 0.3\u00a0学时，公需科目 3.1\u00a0学时')
  })

  it('a merged or late ledger entry shows the day of its hours and the day it was entered', () => {
    const since = { firstAt: '2026-03-01T16:30:00.000Z', at: '2026-08-20T02:00:00.000Z' }
    const html = page(<LedgerEntryList entries={[entry({ ...since, sitting })]} />)
    expect(html).toContain('2026-03-02，专业科目，课程考试，2026-08-20 记入本账号')
    expect(ledgerEntryText({ ...adjusted, ...since })).toBe('合并账号时转入，2026-08-20 记入本账号')
  })

  it('an empty hours ledger says that it has no entries', () => {
    expect(page(<LedgerEntryList entries={[]} />)).toContain('还没有入账的学时')
  })

  it('a year card offers its hours ledger and loads no entries before it is opened', () => {
    const zero = { professional: 0, public: 0 }
    const year: ProofYear = {
      ...{ year: 2026, title: '2026 年度', trial: false, state: 'INCOMPLETE' },
      ...{ required: zero, earned: zero, missing: zero },
      ...{ proofId: null, number: null, issuedAt: null, revokeReason: null, waiting: null },
    }
    const html = page(<ProofYearCard year={year} plan={undefined} />)
    expect(html).toContain('学时明细')
    expect(html).not.toContain('合计')
    expect(html).not.toContain('aria-busy')
  })
})

function grantYear(year: number, state: ProofYear['state']): ProofYear {
  const none = { professional: 0, public: 0 }
  return { year, state, earned: none, required: none, missing: none } as ProofYear
}

it('offers to print several years only when at least two proofs are valid', () => {
  const years = [grantYear(2026, 'INCOMPLETE'), grantYear(2025, 'ISSUED'), grantYear(2024, 'ISSUED')]
  expect(printableYears(years)).toEqual([2025, 2024])
  expect(printableYears(years.slice(0, 2))).toEqual([])
  expect(printableYears([...years.slice(0, 2), grantYear(2024, 'REVOKED')])).toEqual([])
})
