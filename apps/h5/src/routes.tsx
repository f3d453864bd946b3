import { RootProblem } from '@ce/frame/PageProblem.tsx'
import { requireSession } from '@ce/frame/student/guard.ts'
import { QueryRoot } from '@ce/frame/student/QueryRoot.tsx'
import { Waiting } from '@ce/frame/Waiting.tsx'
import { rootRouteId } from '@ce/site/data.ts'
import { loadSite } from '@ce/site/loaders.ts'
import { Navigate, type RouteObject } from 'react-router'
import { PhoneRoot } from './components/PhoneRoot.tsx'
import { certificationGrantScreens } from './pages/certification_grant/routes.tsx'
import { courseScreens } from './pages/course/routes.tsx'
import { courseReduceScreens } from './pages/course_reduce/routes.tsx'
import { examScreens } from './pages/exam/routes.tsx'
import { invitationScreens } from './pages/invitation/routes.tsx'
import { invoiceScreens } from './pages/invoice/routes.tsx'
import { messageScreens } from './pages/message/routes.tsx'
import { orderScreens } from './pages/order/routes.tsx'
import { privacyScreens } from './pages/privacy/routes.tsx'
import { studentScreens } from './pages/student/routes.tsx'
import { paths } from './paths.ts'
import type { ScreenRoute } from './screen-route.ts'

const screens: readonly ScreenRoute[] = [
  ...studentScreens,
  ...courseScreens,
  ...examScreens,
  ...messageScreens,
  ...certificationGrantScreens,
  ...orderScreens,
  ...invitationScreens,
  ...invoiceScreens,
  ...courseReduceScreens,
  ...privacyScreens,
]

/** Every private screen of a phone, and its doors. */
export const routes: RouteObject[] = [
  {
    id: rootRouteId,
    loader: loadSite,
    // the constants change rarely: once a visit
    shouldRevalidate: () => false,
    Component: PhoneRoot,
    errorElement: <RootProblem home={paths.home()} />,
    HydrateFallback: Waiting,
    children: [
      {
        Component: QueryRoot,
        errorElement: <RootProblem home={paths.home()} />,
        children: [
          ...screens.filter(({ handle }) => handle.open),
          {
            loader: requireSession,
            shouldRevalidate: () => true,
            lazy: {
              Component: async () => (await import('./components/Private.tsx')).Private,
            },
            children: [
              ...screens.filter(({ handle }) => !handle.open),
              { path: paths.system(), element: <Navigate to={paths.dashboard()} replace /> },
            ],
          },
        ],
      },
      // nobody signs in to learn that there is nothing
      {
        path: '*',
        handle: { title: '页面不存在' },
        lazy: {
          Component: async () => (await import('./components/ElsewhereScreen.tsx')).ElsewhereScreen,
        },
      },
    ],
  },
]
