import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** What became of messages by e-mail and SMS. */
export const messageRoutes: readonly PageRoute[] = [
  {
    path: paths.deliveries(),
    handle: { title: '邮件与短信投递', permission: 'message.deliver' },
    lazy: { Component: async () => (await import('./DeliveriesPage.tsx')).DeliveriesPage },
  },
]
