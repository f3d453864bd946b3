import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** The way in. */
export const loginRoutes: readonly PageRoute[] = [
  {
    path: paths.login(),
    handle: { title: '登录' },
    lazy: { Component: async () => (await import('./LoginPage.tsx')).LoginPage },
  },
]

/** What must be done before any desk opens. */
export const dutyRoutes: readonly PageRoute[] = [
  {
    path: paths.firstPassword(),
    handle: { title: '修改初始密码' },
    lazy: { Component: async () => (await import('./FirstPasswordPage.tsx')).FirstPasswordPage },
  },
  {
    path: paths.setUpCode(),
    handle: { title: '绑定动态口令' },
    lazy: { Component: async () => (await import('./SetUpCodePage.tsx')).SetUpCodePage },
  },
]

export const staffRoutes: readonly PageRoute[] = [
  {
    path: paths.staff(),
    handle: { title: '工作人员', permission: 'staff.manage' },
    lazy: { Component: async () => (await import('./StaffPage.tsx')).StaffPage },
  },
  {
    path: paths.account(),
    handle: { title: '我的账号' },
    lazy: { Component: async () => (await import('./AccountPage.tsx')).AccountPage },
  },
]
