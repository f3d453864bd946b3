import type { LedgerEntry } from '@ce/client/certification_grant.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { printableYears } from './PrintYears.tsx'
import { YearCard } from './YearCard.tsx'
import { entrySums, entryWays, entryWords, LedgerEntries } from './YearLedger.tsx'
import type { GrantYear } from './year-words.ts'

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

describe('学时明细', () => {
  it('an entry leads to what is behind it', () => {
    const waysOf = (one: LedgerEntry) => entryWays(one).map(({ to }) => to)
    const lessons = ['l1', 'l2'].map((id) => paths.learnRecord('s1', 'c1', id))
    const toSitting = [paths.attempt('s1', 'c1', 'a1', 'log'), ...lessons]
    expect(waysOf({ ...passed, reversed: false })).toEqual([
      paths.attempt('s1', 'c1', 'a1'),
      ...lessons,
    ])
    // the paper of what was taken back may be closed
    expect(waysOf(passed)).toEqual(toSitting)
    expect(waysOf(reversal)).toEqual(toSitting)
    expect(waysOf(reduction)).toEqual([paths.reduction('r1')])
    expect(waysOf(record)).toEqual([])
    expect(waysOf({ ...reversal, sitting: null })).toEqual([paths.messages()])
    const html = page(<LedgerEntries entries={all} />)
    for (const to of [...toSitting, paths.reduction('r1')]) expect(html).toContain(`href="${to}"`)
  })

  it('says what each is, which were taken back, and what all add up to', () => {
    expect(entryWords(record)).toBe('公需录入，登记依据 省人社厅/A-1')
    expect(entryWords(adjusted)).toBe('合并账号时转入')
    expect(entrySums(all)).toEqual({ PROFESSIONAL: 0.3, PUBLIC: 3.1 })
    const html = page(<LedgerEntries entries={all} />)
    expect(html.split('已冲销')).toHaveLength(2)
    expect(html).toContain('2026-03-02')
    expect(html).toContain('合计：专业科目 0.3\u00a0学时，公需科目 3.1\u00a0学时')
  })

  it('what a merge brought, or came late, has the day of its hours, and when it came', () => {
    const since = { firstAt: '2026-03-01T16:30:00.000Z', at: '2026-08-20T02:00:00.000Z' }
    const html = page(<LedgerEntries entries={[entry({ ...since, sitting })]} />)
    expect(html).toContain('2026-03-02，专业科目，课程考试，2026-08-20 记入本账号')
    expect(entryWords({ ...adjusted, ...since })).toBe('合并账号时转入，2026-08-20 记入本账号')
  })

  it('says that there is nothing yet', () => {
    expect(page(<LedgerEntries entries={[]} />)).toContain('还没有入账的学时')
  })

  it('each year opens to it, and nothing is asked for before', () => {
    const zero = { professional: 0, public: 0 }
    const year: GrantYear = {
      ...{ year: 2026, title: '2026 年度', trial: false, state: 'INCOMPLETE' },
      ...{ required: zero, earned: zero, missing: zero },
      ...{ proofId: null, number: null, issuedAt: null, revokeReason: null, waiting: null },
    }
    const html = page(<YearCard year={year} plan={undefined} />)
    expect(html).toContain('学时明细')
    expect(html).not.toContain('合计')
    expect(html).not.toContain('aria-busy')
  })
})

function grantYear(year: number, state: GrantYear['state']): GrantYear {
  const none = { professional: 0, public: 0 }
  return { year, state, earned: none, required: none, missing: none } as GrantYear
}

it('prints the years that have a standing proof, when there are several', () => {
  const years = [
    grantYear(2026, 'INCOMPLETE'),
    grantYear(2025, 'ISSUED'),
    grantYear(2024, 'ISSUED'),
  ]
  expect(printableYears(years)).toEqual([2025, 2024])
  expect(printableYears(years.slice(0, 2))).toEqual([])
  expect(printableYears([...years.slice(0, 2), grantYear(2024, 'REVOKED')])).toEqual([])
})
