import { myAnlysisQuery } from '@ce/client/course.ts'
import type { Analysis } from '@ce/frame/student/next-step.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { DashboardScreen } from './DashboardScreen.tsx'

function shown(analysis: Analysis): string {
  const client = new QueryClient()
  client.setQueryData(myAnlysisQuery().queryKey, analysis)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <DashboardScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('shows the notices also to who has no year yet', () => {
  const page = shown({ thisYear: 2026, years: [], studySecondsByDay: [], todo: [] })
  expect(page).toContain('还没有可参加的培训年度')
  expect(page).toContain('通知公告')
})
