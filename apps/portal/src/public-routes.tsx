import '@ce/ui/tokens.css'
import '@ce/ui/base.css'
import '@ce/ui/primitives.css'
import { phoneAppDoors, phoneBase } from '@ce/contract/mobile'
import { RootProblem } from '@ce/frame/PageProblem.tsx'
import { studentPathsAt } from '@ce/frame/student/paths.ts'
import { Waiting } from '@ce/frame/Waiting.tsx'
import { rootRouteId } from '@ce/site/data.ts'
import { loadSite } from '@ce/site/loaders.ts'
import { NotFoundPage } from '@ce/site/pages/NotFoundPage.tsx'
import { phonePaths, sitePaths } from '@ce/site/paths.ts'
import { siteRoutes, verifyRoutes } from '@ce/site/routes.tsx'
import { SiteLayout } from '@ce/site/SiteLayout.tsx'
import { SiteProblem } from '@ce/site/SiteProblem.tsx'
import { type LoaderFunctionArgs, type RouteObject, redirect, redirectDocument } from 'react-router'
import { RootLayout } from './components/RootLayout.tsx'
import { ElsewherePage } from './pages/first_page/ElsewherePage.tsx'
import { ErrorPage } from './pages/first_page/ErrorPage.tsx'
import { paths } from './paths.ts'

/** The private area of phones and its doors: an app of its own, so a document of its own. */
const phoneApp = phoneAppDoors.map((door) => `${phoneBase}/${door}/*`)

const notFound = { title: '页面不存在', status: 404 }

/**
 * What the server renders and a visitor's browser takes over: everything here is loaded at once and must stay small
 * (`npm run bench page`: 110 KB with React). `others` are the browser's alone; the position of routes is the same on
 * both sides, because what the server renders is told by it.
 */
export function appRoutes(others: RouteObject[] = []): RouteObject[] {
  const children: RouteObject[] = [
    siteRoutes(''),
    siteRoutes('/h5'),
    {
      id: 'around',
      Component: SiteLayout,
      children: [
        { ErrorBoundary: SiteProblem, children: verifyRoutes },
        ...[paths, studentPathsAt(phoneBase)].map((at) => ({
          path: at.error(),
          handle: { title: '出错了', noIndex: true },
          Component: ErrorPage,
        })),
        ...[sitePaths, phonePaths].map((site) => ({
          path: site.notFound(),
          handle: notFound,
          Component: NotFoundPage,
        })),
        { path: '*', handle: notFound, Component: ElsewherePage },
      ],
    },
    { path: '/', loader: () => redirect(paths.home()) },
    { path: '/h5', loader: () => redirect(`/h5${paths.home()}`) },
    ...phoneApp.map((path) => ({
      path,
      loader: ({ request }: LoaderFunctionArgs) => redirectDocument(request.url),
    })),
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
