import { PageErrorScreen, RootErrorScreen } from '@ce/client/components/PageProblem.tsx'
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
import { caseSensitiveRoute } from './public-routes.tsx'
import type { ScreenRoute } from './screen-route.ts'

export const learnerScreens: readonly ScreenRoute[] = [
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
export const isPrivateScreen = ({ path }: ScreenRoute) => path.startsWith(`${paths.system()}/`)

const routes: RouteObject = {
  id: learnerRouteId,
  lazy: { Component: async () => (await import('./components/QueryRoot.tsx')).QueryRoot },
  errorElement: <RootErrorScreen home={paths.home()} />,
  children: [
    {
      loader: requireSession,
      shouldRevalidate: () => true,
      lazy: { Component: async () => (await import('./shells/Private.tsx')).PrivateLayout },
      children: [
        {
          path: paths.system(),
          lazy: { Component: async () => (await import('./shells/Private.tsx')).PrivateShell },
          children: [
            { index: true, element: <Navigate to={paths.dashboard()} replace /> },
            {
              // Keep the sidebar when a screen fails.
              errorElement: <PageErrorScreen home={paths.home()} />,
              children: learnerScreens.filter(isPrivateScreen),
            },
          ],
        },
        ...learnerScreens.filter((screen) => !isPrivateScreen(screen)),
      ],
    },
  ],
}

/** Loaded separately, because public pages need no query cache. */
export const browserRoutes: RouteObject[] = [caseSensitiveRoute(routes)]
