import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const orderRoutes: PageRoute[] = [
  {
    path: paths.orders(),
    handle: { title: '我的订单' },
    lazy: { Component: async () => (await import('./OrdersPage.tsx')).OrdersPage },
  },
]
