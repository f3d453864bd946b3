import '@ce/ui/tokens.css'
import '@ce/ui/dark.css'
import '@ce/ui/base.css'
import '@ce/ui/primitives.css'
import { RootProblem } from '@ce/client/components/PageProblem.tsx'
import { Waiting } from '@ce/client/components/Waiting.tsx'
import { rootRouteId } from '@ce/site/data.ts'
import { loadSite } from '@ce/site/loaders.ts'
import { NotFoundPage } from '@ce/site/pages/NotFoundPage.tsx'
import { siteRoutes, verifyRoutes } from '@ce/site/routes.tsx'
import { SiteLayout } from '@ce/site/SiteLayout.tsx'
import { SiteProblem } from '@ce/site/SiteProblem.tsx'
import { type RouteObject, redirect } from 'react-router'
import { requireNoSession } from './components/guard.ts'
import { ElsewherePage } from './features/first_page/ElsewherePage.tsx'
import { ErrorPage } from './features/first_page/ErrorPage.tsx'
import { doorsRouteId, paths } from './paths.ts'
import { RootLayout } from './shells/RootLayout.tsx'

const notFound = { title: '页面不存在', status: 404 }

/** Login and registration: rendered by the server, for their words are what everybody waits for in December. */
const doors = (): RouteObject => ({
  id: doorsRouteId,
  lazy: { Component: async () => (await import('./components/QueryRoot.tsx')).QueryRoot },
  children: [
    {
      path: paths.login(),
      handle: { title: '登录', chunk: 'learner shared query LoginScreen', eager: true },
      loader: requireNoSession,
      lazy: {
        Component: async () => (await import('./features/student/LoginScreen.tsx')).LoginScreen,
      },
    },
    {
      path: paths.register(),
      handle: { title: '注册', chunk: 'learner shared query RegisterScreen', eager: true },
      loader: requireNoSession,
      lazy: {
        Component: async () =>
          (await import('./features/student/RegisterScreen.tsx')).RegisterScreen,
      },
    },
  ],
})

/**
 * What the server renders and a visitor's browser takes over: everything here is loaded at once and must stay small
 * (`npm run bench page`: 110 KB with React). `others` are the browser's alone; the position of routes is the same on
 * both sides, because what the server renders is told by it. Below /h5 the router's base stands before every path.
 */
export function appRoutes(others: RouteObject[] = []): RouteObject[] {
  const children: RouteObject[] = [
    siteRoutes(),
    {
      id: 'around',
      Component: SiteLayout,
      children: [
        { ErrorBoundary: SiteProblem, children: verifyRoutes() },
        {
          path: paths.error(),
          handle: { title: '出错了', noIndex: true },
          Component: ErrorPage,
        },
        { path: paths.notFound(), handle: notFound, Component: NotFoundPage },
        { path: '*', handle: notFound, Component: ElsewherePage },
      ],
    },
    { path: '/', loader: () => redirect(paths.home()) },
    doors(),
    ...others,
  ]
  return [
    {
      id: rootRouteId,
      loader: loadSite,
      // the constants change rarely: once a visit
      shouldRevalidate: () => false,
      Component: RootLayout,
      errorElement: <RootProblem home={paths.home()} />,
      HydrateFallback: Waiting,
      children: children.map(exact),
    },
  ]
}

/** `/Login` is no page of ours: addresses differ by case, for the server as for the browser. */
export function exact(route: RouteObject): RouteObject {
  if (route.index) return route
  return {
    ...route,
    caseSensitive: true,
    ...(route.children ? { children: route.children.map(exact) } : {}),
  }
}
