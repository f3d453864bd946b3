import { requireNoSession } from '@ce/frame/student/guard.ts'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const studentRoutes: PageRoute[] = [
  {
    path: paths.login(),
    handle: { title: '登录', open: true },
    loader: requireNoSession,
    lazy: { Component: async () => (await import('./LoginPage.tsx')).LoginPage },
  },
  {
    path: paths.register(),
    handle: { title: '注册', open: true },
    loader: requireNoSession,
    lazy: { Component: async () => (await import('./RegisterPage.tsx')).RegisterPage },
  },
  {
    path: paths.dashboard(),
    handle: { title: '工作台' },
    lazy: { Component: async () => (await import('./DashboardPage.tsx')).DashboardPage },
  },
  {
    path: paths.profile(),
    handle: { title: '我的信息' },
    lazy: { Component: async () => (await import('./ProfilePage.tsx')).ProfilePage },
  },
]
