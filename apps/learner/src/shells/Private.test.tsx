import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, matchRoutes, Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { requireSession } from '../components/guard.ts'
import { useUnsentAnswersContext } from '../features/exam/UnsentAnswersSender.tsx'
import { paths } from '../paths.ts'
import { browserRoutes as routes } from '../routes.tsx'

test.each([
  ['a screen of the private area', paths.dashboard()],
  ['an exam, its paper and its result', paths.exam('1', '2')],
  ['an ended attempt', paths.attempt('1', '2', '3')],
])('opening %s sends the unsent answers of a closed exam page', async (_, path) => {
  const matches = matchRoutes(routes, path) ?? []
  const guard = matches.find(({ route }) => route.loader === requireSession)?.route
  const lazy = typeof guard?.lazy === 'object' ? guard.lazy : {}
  const Around = await lazy.Component?.()
  if (!Around) throw new Error('nothing stands around it')
  const heard: unknown[] = []
  function Listener() {
    heard.push(useUnsentAnswersContext())
    return null
  }
  renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <Listener />
        <Routes>
          <Route element={<Around />}>
            <Route path="*" element={<Listener />} />
          </Route>
        </Routes>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const [nobody, sender] = heard
  expect(sender).toBeDefined()
  expect(sender).not.toBe(nobody)
})
