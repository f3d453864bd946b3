import { desktopPathOf } from '@ce/contract/mobile'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { requireSession } from './components/guard.ts'
import { createAppRoutes } from './public-routes.tsx'
import { browserRoutes } from './routes.tsx'

const routes = createAppRoutes(browserRoutes)
const matchesOf = (path: string) => matchRoutes(routes, path)?.map(({ route }) => route) ?? []

test.each(['/system/nothing', '/system/dashboard/1', '/exam/1', '/grant'])(
  '%s is not a screen and shows the not-found page without a sign-in',
  (path) => {
    const matches = matchesOf(path)
    expect(matches.at(-1)?.path).toBe('*')
    expect(matches.map(({ loader }) => loader)).not.toContain(requireSession)
  },
)

test('a private screen redirects a visitor without a session', () => {
  expect(matchesOf('/system/grant').map(({ loader }) => loader)).toContain(requireSession)
})

test.each([
  ['/h5/system/profile', '我的'],
  ['/system/profile', '我的信息'],
  ['/system/profile?activeName=1', '我的信息'],
  ['/system/profile?activeName=2', '修改密码'],
])('%s has its own title %s', async (address, pageTitle) => {
  const { pathname } = new URL(address, 'http://phone')
  const loader = matchesOf(desktopPathOf(pathname)).at(-1)?.loader
  if (typeof loader !== 'function') throw new Error('no loader')
  const request = new Request(new URL(address, 'http://phone'))
  const loaded = await loader({ request, params: {}, context: {} } as never, undefined)
  expect((loaded as { pageTitle?: string } | null)?.pageTitle).toBe(pageTitle)
})
