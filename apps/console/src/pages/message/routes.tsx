import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const messageRoutes: readonly PageRoute[] = [
  {
    path: paths.deliveries(),
    handle: { title: '邮件与短信投递', permission: 'message.deliver' },
    lazy: { Component: async () => (await import('./DeliveriesPage.tsx')).DeliveriesPage },
  },
]
