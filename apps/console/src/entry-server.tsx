import { createQueryClient } from '@ce/client/query.ts'
import { escapeHtml } from '@ce/contract/escape-html'
import { renderToString } from 'react-dom/server'
import type { StaticHandler } from 'react-router'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { RootLayout } from './components/RootLayout.tsx'
import { EmployerRoot } from './employer/EmployerRoot.tsx'
import { employerBasePath } from './employer/paths.ts'
import { employerLoginRoute, staffLoginRoute } from './login-routes.tsx'
import { PagesRoot } from './PagesRoot.tsx'
import { consoleBasePath } from './paths.ts'

interface Door {
  handler: StaticHandler
  title: string
  chunk: string
}

const doors: Record<string, Door> = {
  [consoleBasePath]: {
    handler: createStaticHandler([{ Component: RootLayout, children: [staffLoginRoute] }], {
      basename: consoleBasePath,
    }),
    title: '登录 - 管理后台',
    chunk: 'console',
  },
  [employerBasePath]: {
    handler: createStaticHandler([{ Component: EmployerRoot, children: [employerLoginRoute] }], {
      basename: employerBasePath,
    }),
    title: '单位登录 - 单位服务',
    chunk: 'employer',
  },
}

/** Renders the login page of staff or employers. @throws for any other path */
export async function render(origin: string, target: string) {
  const door = doors[`/${target.split('/')[1]}`]
  if (!door) throw new Error(`no door at ${target}`)
  const { handler } = door
  const context = await handler.query(new Request(origin + target))
  if (context instanceof Response) throw new Error(`a door leads elsewhere: ${target}`)
  const router = createStaticRouter(handler.dataRoutes, context)
  const markup = renderToString(
    <PagesRoot queryClient={createQueryClient()}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </PagesRoot>,
  )
  return {
    status: 200,
    posterId: null,
    chunk: door.chunk,
    eager: true,
    head: `<title>${escapeHtml(door.title)}</title>`,
    body: `<div id="root">${markup}</div>`,
  }
}
