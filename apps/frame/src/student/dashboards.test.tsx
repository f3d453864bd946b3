import { myAnlysisQuery } from '@ce/client/course.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { DashboardScreen } from '../../../h5/src/pages/student/DashboardScreen.tsx'
import { DashboardPage } from '../../../portal/src/pages/student/DashboardPage.tsx'
import type { Analysis } from './next-step.ts'

const nothingYet: Analysis = { thisYear: 2026, years: [], studySecondsByDay: [], todo: [] }

it.each([
  ['portal', DashboardPage],
  ['phone', DashboardScreen],
])('the %s shows the notices also to who has no year yet', (_app, Dashboard) => {
  const client = new QueryClient()
  client.setQueryData(myAnlysisQuery().queryKey, nothingYet)
  const page = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Dashboard />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(page).toContain('还没有可参加的培训年度')
  expect(page).toContain('通知公告')
})
