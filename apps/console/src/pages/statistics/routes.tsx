import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const statisticsRoutes: readonly PageRoute[] = [
  {
    path: paths.statistics(),
    handle: { title: '统计', permission: 'statistics.read' },
    lazy: { Component: async () => (await import('./StatisticsPage.tsx')).StatisticsPage },
  },
]
