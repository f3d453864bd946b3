import { DashboardOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'

export const systemRoutes: readonly PageRoute[] = [
  {
    path: '/system-status',
    handle: {
      title: '系统状态',
      permission: 'system.read',
      menu: { group: '系统', Icon: DashboardOutlined },
    },
    lazy: { Component: async () => (await import('./SystemPage.tsx')).SystemPage },
  },
]
