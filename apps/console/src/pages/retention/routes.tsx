import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** How long what is kept. */
export const retentionRoutes: readonly PageRoute[] = [
  {
    path: paths.retention(),
    handle: { title: '数据保留', permission: 'retention.read' },
    lazy: { Component: async () => (await import('./RetentionPage.tsx')).RetentionPage },
  },
]
