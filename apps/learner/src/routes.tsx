import { PageProblem, RootProblem } from '@ce/client/components/PageProblem.tsx'
import { Navigate, type RouteObject } from 'react-router'
import { requireSession } from './components/guard.ts'
import { certificationGrantScreens } from './features/certification_grant/routes.tsx'
import { courseScreens } from './features/course/routes.tsx'
import { courseReduceScreens } from './features/course_reduce/routes.tsx'
import { examScreens } from './features/exam/routes.tsx'
import { invitationScreens } from './features/invitation/routes.tsx'
import { invoiceScreens } from './features/invoice/routes.tsx'
import { messageScreens } from './features/message/routes.tsx'
import { orderScreens } from './features/order/routes.tsx'
import { privacyScreens } from './features/privacy/routes.tsx'
import { studentScreens } from './features/student/routes.tsx'
import { learnerRouteId, paths } from './paths.ts'
import { exact } from './public-routes.tsx'
import type { ScreenRoute } from './screen-route.ts'

/** Every screen of a signed-in learner. */
export const screens: readonly ScreenRoute[] = [
  ...studentScreens,
  ...courseScreens,
  ...courseReduceScreens,
  ...orderScreens,
  ...invoiceScreens,
  ...messageScreens,
  ...privacyScreens,
  ...invitationScreens,
  ...examScreens,
  ...certificationGrantScreens,
]
/** Whether it stands within the private layout (specification §2). */
export const isInSystem = ({ path }: ScreenRoute) => path.startsWith(`${paths.system()}/`)

const routes: RouteObject = {
  id: learnerRouteId,
  lazy: { Component: async () => (await import('./components/QueryRoot.tsx')).QueryRoot },
  errorElement: <RootProblem home={paths.home()} />,
  children: [
    {
      loader: requireSession,
      shouldRevalidate: () => true,
      lazy: { Component: async () => (await import('./shells/Private.tsx')).Private },
      children: [
        {
          path: paths.system(),
          lazy: { Component: async () => (await import('./shells/Private.tsx')).SystemShell },
          children: [
            { index: true, element: <Navigate to={paths.dashboard()} replace /> },
            {
              // a broken screen leaves the sidebar standing
              errorElement: <PageProblem home={paths.home()} />,
              children: screens.filter(isInSystem),
            },
          ],
        },
        ...screens.filter((screen) => !isInSystem(screen)),
      ],
    },
  ],
}

/**
 * What only a browser renders: the screens of a signed-in learner. They need the query cache; a visitor of the public
 * pages does not wait even for their table.
 */
export const browserRoutes: RouteObject[] = [exact(routes)]
