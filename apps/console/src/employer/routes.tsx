import { PageProblem, RootProblem } from '@ce/client/components/PageProblem.tsx'
import { Waiting } from '@ce/client/components/Waiting.tsx'
import type { RouteObject } from 'react-router'
import { EmployerRoot } from './EmployerRoot.tsx'
import { requireEmployer, requireNoEmployer } from './guard.ts'
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
      Component: async () => (await import('../pages/invitation/ListPage.tsx')).ListPage,
    },
  },
  {
    path: employerPaths.orders(),
    handle: { title: '订单与发票' },
    lazy: {
      Component: async () => (await import('../pages/invitation/OrdersPage.tsx')).OrdersPage,
    },
  },
  {
    path: employerPaths.account(),
    handle: { title: '修改密码' },
    lazy: { Component: async () => (await import('./AccountPage.tsx')).AccountPage },
  },
  {
    path: '*',
    handle: { title: '页面不存在' },
    lazy: { Component: async () => (await import('./NoEmployerPage.tsx')).NoEmployerPage },
  },
]
const home = employerPaths.members()
const rootProblem = <RootProblem home={home} />

/** The employers' pages: the login, what must be done first, and the pages inside their layout. */
export const employerRoutes: RouteObject[] = [
  {
    Component: EmployerRoot,
    errorElement: rootProblem,
    HydrateFallback: Waiting,
    children: [
      {
        lazy: { Component: async () => (await import('../kit/AntdRoot.tsx')).AntdRoot },
        errorElement: rootProblem,
        children: [
          {
            path: employerPaths.login(),
            loader: requireNoEmployer,
            handle: { title: '单位登录' },
            lazy: { Component: async () => (await import('./LoginPage.tsx')).LoginPage },
          },
          {
            loader: requireEmployer,
            shouldRevalidate: () => true,
            children: [
              {
                path: employerPaths.firstPassword(),
                handle: { title: '修改一次性密码' },
                lazy: {
                  Component: async () =>
                    (await import('./FirstPasswordPage.tsx')).FirstPasswordPage,
                },
              },
              {
                lazy: {
                  Component: async () => (await import('./EmployerLayout.tsx')).EmployerLayout,
                },
                // a broken page leaves the menu standing
                children: [{ errorElement: <PageProblem home={home} />, children: pages }],
              },
            ],
          },
        ],
      },
    ],
  },
]
