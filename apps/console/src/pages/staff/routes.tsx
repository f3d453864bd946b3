import { TeamOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** Users must complete these steps, such as a password change, before they can open a desk. */
export const requiredStepRoutes: readonly PageRoute[] = [
  {
    path: paths.firstPassword(),
    handle: { title: '修改初始密码' },
    lazy: { Component: async () => (await import('./FirstPasswordPage.tsx')).StaffFirstPasswordPage },
  },
  {
    path: paths.setUpCode(),
    handle: { title: '绑定动态口令' },
    lazy: { Component: async () => (await import('./SetUpCodePage.tsx')).SetUpTwoFactorPage },
  },
]

export const staffRoutes: readonly PageRoute[] = [
  {
    path: '/staff',
    handle: {
      title: '工作人员',
      permission: 'staff.manage',
      menu: { group: '系统', Icon: TeamOutlined },
    },
    lazy: { Component: async () => (await import('./StaffPage.tsx')).StaffPage },
  },
  {
    path: paths.account(),
    handle: { title: '我的账号' },
    lazy: { Component: async () => (await import('./AccountPage.tsx')).StaffAccountPage },
  },
]
