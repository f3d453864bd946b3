import { BarChartOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'

export const statisticsRoutes: readonly PageRoute[] = [
  {
    path: '/statistics',
    handle: {
      title: '统计',
      permission: 'statistics.read',
      menu: { group: '学时与证明', Icon: BarChartOutlined },
    },
    lazy: { Component: async () => (await import('./StatisticsPage.tsx')).StatisticsPage },
  },
]
