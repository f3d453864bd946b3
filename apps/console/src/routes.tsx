import { PageErrorScreen, RootErrorScreen } from '@ce/client/components/PageProblem.tsx'
import type { RouteObject } from 'react-router'
import { requireStaffSession } from './guard.ts'
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
import { requiredStepRoutes, staffRoutes } from './pages/staff/routes.tsx'
import { statisticsRoutes } from './pages/statistics/routes.tsx'
import { studentDeskRoutes } from './pages/student_desk/routes.tsx'
import { studyRoutes } from './pages/study/routes.tsx'
import { systemRoutes } from './pages/system/routes.tsx'
import { teachingRoutes } from './pages/teaching/routes.tsx'
import { paths } from './paths.ts'

/** Every page after the login; the menu shows the desks in this order. */
export const consoleDeskRoutes: readonly PageRoute[] = [
  ...homeRoutes,
  ...posterRoutes,
  ...posterImportRoutes,
  ...firstPageRoutes,
  ...planRoutes,
  ...teachingRoutes,
  ...questionRoutes,
  ...questionImportRoutes,
  ...studentDeskRoutes,
  ...studyRoutes,
  ...privacyRoutes,
  ...rosterImportRoutes,
  ...examRoutes,
  ...captureReviewRoutes,
  ...certificationGrantRoutes,
  ...printFontRoutes,
  ...courseReduceRoutes,
  ...statisticsRoutes,
  ...financeRoutes,
  ...invoiceRoutes,
  ...organisationRoutes,
  ...staffRoutes,
  ...settingRoutes,
  ...retentionRoutes,
  ...systemRoutes,
  ...practiceRoutes,
  ...messageRoutes,
  ...auditRoutes,
]

/** The required steps, and the desks inside the console layout. */
export const consoleRoutes: RouteObject = {
  id: 'signed-in',
  lazy: { Component: async () => (await import('./kit/AntdProviders.tsx')).AntdProviders },
  errorElement: <RootErrorScreen home={paths.home()} />,
  children: [
    {
      loader: requireStaffSession,
      shouldRevalidate: () => true,
      children: [
        ...requiredStepRoutes,
        {
          lazy: {
            Component: async () => (await import('./components/PermittedPage.tsx')).PermittedPage,
          },
          children: consoleDeskRoutes.filter(({ handle }) => handle.bare),
        },
        {
          lazy: {
            Component: async () =>
              (await import('./components/ConsoleLayout.tsx')).createConsoleLayout(consoleDeskRoutes),
          },
          children: [
            {
              // The sidebar stays visible when a page fails.
              errorElement: <PageErrorScreen home={paths.home()} />,
              children: [
                ...consoleDeskRoutes.filter(({ handle }) => !handle.bare),
                {
                  path: '*',
                  handle: { title: '页面不存在' },
                  lazy: {
                    Component: async () => (await import('./pages/home/NoSuchPage.tsx')).NoSuchPage,
                  },
                },
              ],
            },
          ],
        },
      ],
    },
  ],
}
