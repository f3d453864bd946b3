import { SendingLeft } from '@ce/frame/student/exam/SendLeft.tsx'
import { requireSession } from '@ce/frame/student/guard.ts'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { SystemLayout } from './components/SystemLayout.tsx'
import { paths } from './paths.ts'
import { browserRoutes } from './routes.tsx'

/** What stands around a private page, outermost first. */
async function around(path: string): Promise<unknown[]> {
  const routes = matchRoutes(browserRoutes, path)?.map(({ route }) => route) ?? []
  const guard = routes.findIndex(({ loader }) => loader === requireSession)
  expect(guard).toBeGreaterThan(-1)
  return Promise.all(routes.slice(guard + 1, -1).map(componentOf))
}

async function componentOf({ lazy, Component }: RouteObject): Promise<unknown> {
  const load = typeof lazy === 'object' ? lazy.Component : undefined
  return load ? load() : Component
}

test.each([
  ['an ended attempt', paths.attempt('1', '2', '3')],
  ['an exam', paths.exam('1', '2')],
])('%s stands alone: what a closed exam page has left is sent from there, too', async (_, path) => {
  expect(await around(path)).toContain(SendingLeft)
})

test('a page of the private area has it from its layout', async () => {
  const layouts = await around(paths.dashboard())
  expect(layouts).toContain(SystemLayout)
  expect(layouts).not.toContain(SendingLeft)
})
