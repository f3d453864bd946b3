import { PageProblem, RootProblem } from '@ce/frame/PageProblem.tsx'
import { requireSession } from '@ce/frame/student/guard.ts'
import { Navigate, type RouteObject } from 'react-router'
import type { PageRoute } from './page-route.ts'
import { certificationGrantRoutes } from './pages/certification_grant/routes.tsx'
import { courseRoutes } from './pages/course/routes.tsx'
import { courseReduceRoutes } from './pages/course_reduce/routes.tsx'
import { examRoutes } from './pages/exam/routes.tsx'
import { invitationRoutes } from './pages/invitation/routes.tsx'
import { invoiceRoutes } from './pages/invoice/routes.tsx'
import { messageRoutes } from './pages/message/routes.tsx'
import { orderRoutes } from './pages/order/routes.tsx'
import { privacyRoutes } from './pages/privacy/routes.tsx'
import { studentRoutes } from './pages/student/routes.tsx'
import { learnerRouteId, paths } from './paths.ts'
import { exact } from './public-routes.tsx'

const pages: readonly PageRoute[] = [
  ...studentRoutes,
  ...courseRoutes,
  ...courseReduceRoutes,
  ...orderRoutes,
  ...invoiceRoutes,
  ...messageRoutes,
  ...privacyRoutes,
  ...invitationRoutes,
  ...examRoutes,
  ...certificationGrantRoutes,
]
const inSystem = (page: PageRoute) => page.path.startsWith(`${paths.system()}/`)

const systemRoute: RouteObject = {
  path: paths.system(),
  lazy: {
    Component: async () => (await import('./components/SystemLayout.tsx')).SystemLayout,
  },
  children: [
    { index: true, element: <Navigate to={paths.dashboard()} replace /> },
    {
      // a broken page leaves the sidebar standing
      errorElement: <PageProblem home={paths.home()} />,
      children: pages.filter(inSystem),
    },
  ],
}

const routes: RouteObject = {
  id: learnerRouteId,
  lazy: { Component: async () => (await import('@ce/frame/student/QueryRoot.tsx')).QueryRoot },
  errorElement: <RootProblem home={paths.home()} />,
  children: [
    {
      lazy: { Component: async () => (await import('@ce/frame/AntdRoot.tsx')).AntdRoot },
      errorElement: <RootProblem home={paths.home()} />,
      children: [
        ...pages.filter((page) => page.handle.open),
        {
          loader: requireSession,
          shouldRevalidate: () => true,
          lazy: {
            Component: async () => (await import('@ce/frame/student/exam/SendLeft.tsx')).SendLeft,
          },
          children: [systemRoute, ...pages.filter((page) => !page.handle.open && !inSystem(page))],
        },
      ],
    },
  ],
}

/**
 * What only a browser renders: open pages, and behind the guard the private layout and what stands alone. They need the
 * query cache, most of them antd; a visitor of the public pages does not wait even for their table.
 */
export const browserRoutes: RouteObject[] = [exact(routes)]
