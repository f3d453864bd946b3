import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const messageRoutes: PageRoute[] = [
  {
    path: paths.messages(),
    handle: { title: '站内消息' },
    lazy: { Component: async () => (await import('./MessagesPage.tsx')).MessagesPage },
  },
]
