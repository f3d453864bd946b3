import { myAnlysisQuery } from '@ce/client/course.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { renderScreen } from '../../../test/render-screen.tsx'
import { DashboardScreen } from './DashboardScreen.tsx'
import type { StudyAnalysis } from './next-step.ts'

const nothingYet: StudyAnalysis = { thisYear: 2026, years: [], studySecondsByDay: [], todo: [] }

it('the workbench shows notices to a student without a year to study', () => {
  const client = new QueryClient()
  client.setQueryData(myAnlysisQuery().queryKey, nothingYet)
  const page = renderScreen(<DashboardScreen />, { client })
  expect(page).toContain('还没有可参加的培训年度')
  expect(page).toContain('通知公告')
})

it('only the next step on the workbench is amber', () => {
  const none = { professional: 0, public: 0 }
  const year: StudyAnalysis['years'][number] = {
    ...{ year: 2026, title: '2026 年度', trial: false, planState: 'OPEN' },
    ...{ signId: 's1', signState: 'UNPAID', required: none, earned: none, reduced: none },
    ...{ recorded: none, courses: { total: 0, done: 0 }, exams: { total: 0, passed: 0 } },
    ...{ proofState: 'INCOMPLETE', proofId: null, waiting: null },
  }
  const todo = (kind: 'PAY' | 'SIGN'): StudyAnalysis['todo'][number] => ({
    ...{ kind, year: 2026, title: kind, signId: 's1', id: null, state: null, running: false },
    orderNo: null,
  })
  const client = new QueryClient()
  const analysis: StudyAnalysis = { ...nothingYet, years: [year], todo: [todo('PAY'), todo('SIGN')] }
  client.setQueryData(myAnlysisQuery().queryKey, analysis)
  const page = renderScreen(<DashboardScreen />, { client })
  const amber = page.split(buttonClass('call'))
  expect(amber).toHaveLength(2)
  expect(amber[1]).toMatch(/^[^>]*>(<[^>]*>)*去支付/)
})

it('the card of a complete year says that its proof waits for a character missing in the fonts', () => {
  const full = { professional: 60, public: 30 }
  const missing = [{ field: 'NAME' as const, letters: '\u{31365}' }]
  const year: StudyAnalysis['years'][number] = {
    ...{ year: 2026, title: '2026 年度', trial: false, planState: 'OPEN' },
    ...{ signId: 's1', signState: 'COMPLETED', required: full, earned: full, reduced: full },
    ...{ recorded: full, courses: { total: 9, done: 9 }, exams: { total: 9, passed: 9 } },
    ...{ proofState: 'INCOMPLETE', proofId: null },
    waiting: { since: '2026-11-01T00:00:00.000Z', missing },
  }
  const client = new QueryClient()
  client.setQueryData(myAnlysisQuery().queryKey, { ...nothingYet, years: [year] })
  const page = renderScreen(<DashboardScreen />, { client })
  expect(page).toContain('您的姓名中的“\u{31365}”字，打印字体里还没有。')
  expect(page).toContain('已达标，证明待发')
})

it('the card for missing public hours says how to earn them, and no other task is shown', () => {
  const required = { professional: 60, public: 30 }
  const earned = { professional: 60, public: 0 }
  const year: StudyAnalysis['years'][number] = {
    ...{ year: 2026, title: '2026 年度', trial: false, planState: 'OPEN', waiting: null },
    ...{ signId: 's1', signState: 'STUDYING', required, earned, reduced: earned },
    ...{ recorded: earned, courses: { total: 9, done: 9 }, exams: { total: 9, passed: 9 } },
    ...{ proofState: 'INCOMPLETE', proofId: null },
  }
  const todo: StudyAnalysis['todo'] = [
    {
      ...{ kind: 'PUBLIC_HOURS', year: 2026, title: '2026 年度', signId: 's1', id: null },
      ...{ state: null, running: false, orderNo: null },
    },
  ]
  const client = new QueryClient()
  client.setQueryData(myAnlysisQuery().queryKey, { ...nothingYet, years: [year], todo })
  const page = renderScreen(<DashboardScreen />, { client })
  expect(page).toMatch(/2026 年度还差 <strong>30.学时<\/strong>/)
  expect(page).toContain('专业科目已达标，还需完成公需科目。')
  expect(page).toMatch(/href="\/search\?keyword=[^"]+"[^>]*>如何取得公需学时/)
  expect(page).toMatch(/href="\/system\/reduction-apply"[^>]*>申请减免/)
  expect(page).not.toContain('待办事项')
})
