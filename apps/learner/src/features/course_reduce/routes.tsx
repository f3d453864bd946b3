import { paths } from '../../paths.ts'
import type { ScreenRoute } from '../../screen-route.ts'

export const courseReduceScreens: ScreenRoute[] = [
  {
    path: paths.reductions(),
    handle: { title: '学时减免' },
    lazy: { Component: async () => (await import('./ReductionsScreen.tsx')).ReductionsScreen },
  },
  {
    path: paths.reductionApply(),
    handle: { title: '申请减免' },
    lazy: { Component: async () => (await import('./ReductionFormScreen.tsx')).ReductionFormScreen },
  },
]
