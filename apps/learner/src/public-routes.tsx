import '@ce/ui/tokens.css'
import '@ce/ui/dark.css'
import '@ce/ui/base.css'
import '@ce/ui/primitives.css'
import '@ce/site/site.css'
import { PageLoading } from '@ce/client/components/PageLoading.tsx'
import { RootErrorScreen } from '@ce/client/components/PageProblem.tsx'
import { rootRouteId } from '@ce/site/data.ts'
import { loadSite } from '@ce/site/loaders.ts'
import { NotFoundPage } from '@ce/site/pages/NotFoundPage.tsx'
import { siteRoutes, verifyRoutes } from '@ce/site/routes.tsx'
import { SiteProblem } from '@ce/site/SiteProblem.tsx'
import { type RouteObject, redirect } from 'react-router'
import { redirectSignedIn } from './components/guard.ts'
import { ErrorPage } from './features/first_page/ErrorPage.tsx'
import { UnknownPathPage } from './features/first_page/UnknownPathPage.tsx'
import { paths, signInRouteId } from './paths.ts'
import { RootLayout } from './shells/RootLayout.tsx'

/** Load the public layout only on demand, because login pages and signed-in students need no header and footer. */
const lazyPublicLayout = () => ({
  Component: async () => (await import('./shells/PublicLayout.tsx')).PublicLayout,
})

const notFound = { title: '页面不存在', status: 404, chunk: 'home' }

/** The server renders login and registration, so that both appear fast under December's load. */
const doors = (): RouteObject => ({
  id: signInRouteId,
  lazy: { Component: async () => (await import('./components/QueryRoot.tsx')).QueryRoot },
  children: [
    {
      path: paths.login(),
      handle: { title: '登录', chunk: 'query doors LoginScreen', eager: true },
      loader: redirectSignedIn,
      lazy: {
        Component: async () => (await import('./features/student/LoginScreen.tsx')).LoginScreen,
      },
    },
    {
      path: paths.register(),
      handle: { title: '注册', chunk: 'query doors RegisterScreen', eager: true },
      loader: redirectSignedIn,
      lazy: {
        Component: async () => (await import('./features/student/RegisterScreen.tsx')).RegisterScreen,
      },
    },
  ],
})

/**
 * Server and browser need the same route positions. The server renders these routes and all browsers load them, so keep
 * them small (`npm run bench page`: 110 KB with React). @param others routes that exist only in the browser
 */
export function createAppRoutes(others: RouteObject[] = []): RouteObject[] {
  const children: RouteObject[] = [
    siteRoutes(lazyPublicLayout()),
    {
      id: 'around',
      lazy: lazyPublicLayout(),
      children: [
        { ErrorBoundary: SiteProblem, children: verifyRoutes() },
        {
          path: paths.error(),
          handle: { title: '出错了', noIndex: true, chunk: 'home' },
          Component: ErrorPage,
        },
        { path: paths.notFound(), handle: notFound, Component: NotFoundPage },
        { path: '*', handle: notFound, Component: UnknownPathPage },
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
      // Site constants change rarely, so load them once a visit.
      shouldRevalidate: () => false,
      Component: RootLayout,
      errorElement: <RootErrorScreen home={paths.home()} />,
      HydrateFallback: PageLoading,
      children: children.map(caseSensitiveRoute),
    },
  ]
}

/** The server treats paths as case-sensitive, so `/Login` must not match here either. */
export function caseSensitiveRoute(route: RouteObject): RouteObject {
  if (route.index) return route
  return {
    ...route,
    caseSensitive: true,
    ...(route.children ? { children: route.children.map(caseSensitiveRoute) } : {}),
  }
}
