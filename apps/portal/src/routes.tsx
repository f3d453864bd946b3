import { Navigate, type RouteObject } from 'react-router'
import { PageProblem, RootProblem } from './components/PageProblem.tsx'
import { RootLayout } from './components/RootLayout.tsx'
import { Waiting } from './components/Waiting.tsx'
import { requireSession } from './guard.ts'
import type { PageRoute } from './page-route.ts'
import { certificationGrantRoutes, verifyRoutes } from './pages/certification_grant/routes.tsx'
import { courseRoutes } from './pages/course/routes.tsx'
import { examRoutes } from './pages/exam/routes.tsx'
import { firstPageRoutes } from './pages/first_page/routes.tsx'
import { orderRoutes } from './pages/order/routes.tsx'
import { studentRoutes } from './pages/student/routes.tsx'
import { paths } from './paths.ts'

const pages: readonly PageRoute[] = [
  ...studentRoutes,
  ...courseRoutes,
  ...orderRoutes,
  ...examRoutes,
  ...certificationGrantRoutes,
]
const inSystem = (page: PageRoute) => page.path.startsWith(`${paths.system()}/`)

/** The whole portal: public pages, open pages, and behind the guard the private layout and what stands alone. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RootProblem,
    HydrateFallback: Waiting,
    children: [
      { path: paths.root(), element: <Navigate to={paths.home()} replace /> },
      ...firstPageRoutes,
      ...verifyRoutes,
      {
        lazy: { Component: async () => (await import('./components/AntdRoot.tsx')).AntdRoot },
        ErrorBoundary: RootProblem,
        children: [
          ...pages.filter((page) => page.handle.open),
          {
            loader: requireSession,
            shouldRevalidate: () => true,
            children: [
              {
                path: paths.system(),
                lazy: {
                  Component: async () =>
                    (await import('./components/SystemLayout.tsx')).SystemLayout,
                },
                children: [
                  { index: true, element: <Navigate to={paths.dashboard()} replace /> },
                  {
                    // a broken page leaves the sidebar standing
                    ErrorBoundary: PageProblem,
                    children: pages.filter(inSystem),
                  },
                ],
              },
              ...pages.filter((page) => !page.handle.open && !inSystem(page)),
            ],
          },
        ],
      },
      { path: '*', element: <Navigate to={paths.notFound()} replace /> },
    ],
  },
]
