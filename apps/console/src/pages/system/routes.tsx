import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** How the portal itself fares. */
export const systemRoutes: readonly PageRoute[] = [
  {
    path: paths.systemStatus(),
    handle: { title: '系统状态', permission: 'system.read' },
    lazy: { Component: async () => (await import('./SystemPage.tsx')).SystemPage },
  },
]
