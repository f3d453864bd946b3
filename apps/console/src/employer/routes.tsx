import { PageLoading } from '@ce/client/components/PageLoading.tsx'
import { PageErrorScreen, RootErrorScreen } from '@ce/client/components/PageProblem.tsx'
import type { RouteObject } from 'react-router'
import { employerLoginRoute } from '../login-routes.tsx'
import { EmployerRoot } from './EmployerRoot.tsx'
import { requireEmployerSession } from './guard.ts'
import { employerPaths } from './paths.ts'

const pages: RouteObject[] = [
  {
    path: employerPaths.members(),
    handle: { title: '人员名单' },
    lazy: {
      Component: async () => (await import('../pages/invitation/MembersPage.tsx')).MembersPage,
    },
  },
  {
    path: employerPaths.list(),
    handle: { title: '导入名单' },
    lazy: {
      Component: async () => (await import('../pages/invitation/InvitationImportPage.tsx')).InvitationImportPage,
    },
  },
  {
    path: employerPaths.orders(),
    handle: { title: '订单与发票' },
    lazy: {
      Component: async () => (await import('../pages/invitation/OrdersPage.tsx')).EmployerOrdersPage,
    },
  },
  {
    path: employerPaths.account(),
    handle: { title: '修改密码' },
    lazy: { Component: async () => (await import('./AccountPage.tsx')).EmployerAccountPage },
  },
  {
    path: '*',
    handle: { title: '页面不存在' },
    lazy: { Component: async () => (await import('./NoEmployerPage.tsx')).NoEmployerPage },
  },
]
const home = employerPaths.members()
const rootProblem = <RootErrorScreen home={home} />

export const employerRoutes: RouteObject[] = [
  {
    Component: EmployerRoot,
    errorElement: rootProblem,
    HydrateFallback: PageLoading,
    children: [
      employerLoginRoute,
      {
        lazy: { Component: async () => (await import('../kit/AntdProviders.tsx')).AntdProviders },
        errorElement: rootProblem,
        children: [
          {
            loader: requireEmployerSession,
            shouldRevalidate: () => true,
            children: [
              {
                path: employerPaths.firstPassword(),
                handle: { title: '修改一次性密码' },
                lazy: {
                  Component: async () => (await import('./FirstPasswordPage.tsx')).EmployerFirstPasswordPage,
                },
              },
              {
                lazy: {
                  Component: async () => (await import('./EmployerLayout.tsx')).EmployerLayout,
                },
                // The menu stays visible when a page fails.
                children: [{ errorElement: <PageErrorScreen home={home} />, children: pages }],
              },
            ],
          },
        ],
      },
    ],
  },
]
