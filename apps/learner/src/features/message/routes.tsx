import { paths } from '../../paths.ts'
import type { ScreenRoute } from '../../screen-route.ts'

export const messageScreens: ScreenRoute[] = [
  {
    path: paths.messages(),
    handle: { title: '站内消息' },
    lazy: { Component: async () => (await import('./MessagesScreen.tsx')).MessagesScreen },
  },
]
