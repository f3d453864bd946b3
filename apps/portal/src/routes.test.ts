import { SendLeft } from '@ce/frame/student/exam/SendLeft.tsx'
import { requireSession } from '@ce/frame/student/guard.ts'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from './paths.ts'
import { browserRoutes } from './routes.tsx'

test.each([
  ['a page of the private area', paths.dashboard()],
  ['an exam, its paper and its result', paths.exam('1', '2')],
  ['an ended attempt', paths.attempt('1', '2', '3')],
])('%s: what a closed exam page has left is sent from there', async (_, path) => {
  const matches = matchRoutes(browserRoutes, path) ?? []
  const guard = matches.find(({ route }) => route.loader === requireSession)?.route
  const lazy = typeof guard?.lazy === 'object' ? guard.lazy : {}
  expect(await lazy.Component?.()).toBe(SendLeft)
})
