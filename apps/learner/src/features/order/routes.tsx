import { paths } from '../../paths.ts'
import type { ScreenRoute } from '../../screen-route.ts'

export const orderScreens: ScreenRoute[] = [
  {
    path: paths.orders(),
    handle: { title: '我的订单' },
    lazy: { Component: async () => (await import('./OrdersScreen.tsx')).OrdersScreen },
  },
]
