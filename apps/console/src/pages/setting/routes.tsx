import { ControlOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'

export const settingRoutes: readonly PageRoute[] = [
  {
    path: '/settings',
    handle: {
      title: '运行参数',
      permission: 'setting.read',
      menu: { group: '系统', Icon: ControlOutlined },
    },
    lazy: { Component: async () => (await import('./SettingsPage.tsx')).SettingsPage },
  },
]
