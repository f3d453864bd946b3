import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const homeRoutes: readonly PageRoute[] = [
  {
    path: paths.home(),
    handle: { title: '待办' },
    lazy: { Component: async () => (await import('./HomePage.tsx')).HomePage },
  },
]
