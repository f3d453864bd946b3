import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const courseReduceRoutes: PageRoute[] = [
  {
    path: paths.reductions(),
    handle: { title: '学时减免' },
    lazy: { Component: async () => (await import('./ReductionPage.tsx')).ReductionPage },
  },
  {
    path: paths.reductionApply(),
    handle: { title: '申请减免' },
    lazy: { Component: async () => (await import('./ApplyPage.tsx')).ApplyPage },
  },
]
