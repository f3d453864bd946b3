import { PageProblem, RootProblem } from '@ce/client/components/PageProblem.tsx'
import { Waiting } from '@ce/client/components/Waiting.tsx'
import type { RouteObject } from 'react-router'
import { RootLayout } from './components/RootLayout.tsx'
import { requireNoStaff, requireStaff } from './guard.ts'
import type { PageRoute } from './page-route.ts'
import { auditRoutes } from './pages/audit/routes.tsx'
import { captureReviewRoutes } from './pages/capture_review/routes.tsx'
import { certificationGrantRoutes } from './pages/certification_grant/routes.tsx'
import { courseReduceRoutes } from './pages/course_reduce/routes.tsx'
import { examRoutes } from './pages/exam/routes.tsx'
import { financeRoutes } from './pages/finance/routes.tsx'
import { firstPageRoutes } from './pages/first_page/routes.tsx'
import { homeRoutes } from './pages/home/routes.tsx'
import { invoiceRoutes } from './pages/invoice/routes.tsx'
import { messageRoutes } from './pages/message/routes.tsx'
import { organisationRoutes } from './pages/organisation/routes.tsx'
import { planRoutes } from './pages/plan/routes.tsx'
import { posterRoutes } from './pages/poster/routes.tsx'
import { posterImportRoutes } from './pages/poster_import/routes.tsx'
import { practiceRoutes } from './pages/practice/routes.tsx'
import { printFontRoutes } from './pages/print_font/routes.tsx'
import { privacyRoutes } from './pages/privacy/routes.tsx'
import { questionRoutes } from './pages/question/routes.tsx'
import { questionImportRoutes } from './pages/question_import/routes.tsx'
import { retentionRoutes } from './pages/retention/routes.tsx'
import { rosterImportRoutes } from './pages/roster_import/routes.tsx'
import { settingRoutes } from './pages/setting/routes.tsx'
import { dutyRoutes, loginRoutes, staffRoutes } from './pages/staff/routes.tsx'
import { statisticsRoutes } from './pages/statistics/routes.tsx'
import { studentDeskRoutes } from './pages/student_desk/routes.tsx'
import { studyRoutes } from './pages/study/routes.tsx'
import { systemRoutes } from './pages/system/routes.tsx'
import { teachingRoutes } from './pages/teaching/routes.tsx'
import { paths } from './paths.ts'

const desks: readonly PageRoute[] = [
  ...homeRoutes,
  ...posterRoutes,
  ...posterImportRoutes,
  ...planRoutes,
  ...teachingRoutes,
  ...questionRoutes,
  ...questionImportRoutes,
  ...studyRoutes,
  ...studentDeskRoutes,
  ...privacyRoutes,
  ...rosterImportRoutes,
  ...captureReviewRoutes,
  ...courseReduceRoutes,
  ...certificationGrantRoutes,
  ...printFontRoutes,
  ...statisticsRoutes,
  ...examRoutes,
  ...financeRoutes,
  ...invoiceRoutes,
  ...organisationRoutes,
  ...firstPageRoutes,
  ...staffRoutes,
  ...retentionRoutes,
  ...settingRoutes,
  ...practiceRoutes,
  ...systemRoutes,
  ...messageRoutes,
  ...auditRoutes,
]
const rootProblem = <RootProblem home={paths.home()} />

/** The whole console: the login, what must be done first, and the desks inside their layout. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    errorElement: rootProblem,
    HydrateFallback: Waiting,
    children: [
      {
        lazy: { Component: async () => (await import('./kit/AntdRoot.tsx')).AntdRoot },
        errorElement: rootProblem,
        children: [
          { loader: requireNoStaff, children: [...loginRoutes] },
          {
            loader: requireStaff,
            shouldRevalidate: () => true,
            children: [
              ...dutyRoutes,
              {
                lazy: {
                  Component: async () =>
                    (await import('./components/PermittedPage.tsx')).PermittedPage,
                },
                children: desks.filter(({ handle }) => handle.bare),
              },
              {
                lazy: {
                  Component: async () =>
                    (await import('./components/ConsoleLayout.tsx')).ConsoleLayout,
                },
                children: [
                  {
                    // a broken page leaves the sidebar standing
                    errorElement: <PageProblem home={paths.home()} />,
                    children: [
                      ...desks.filter(({ handle }) => !handle.bare),
                      {
                        path: '*',
                        handle: { title: '页面不存在' },
                        lazy: {
                          Component: async () =>
                            (await import('./pages/home/NoSuchPage.tsx')).NoSuchPage,
                        },
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
]
