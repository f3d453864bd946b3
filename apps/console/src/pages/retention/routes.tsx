import { HourglassOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'

export const retentionRoutes: readonly PageRoute[] = [
  {
    path: '/retention',
    handle: {
      title: '数据保留',
      permission: 'retention.read',
      menu: { group: '系统', Icon: HourglassOutlined },
    },
    lazy: { Component: async () => (await import('./RetentionPage.tsx')).RetentionPage },
  },
]
