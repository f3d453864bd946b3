import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** The reductions desk and its dictionary of types. */
export const courseReduceRoutes: readonly PageRoute[] = [
  {
    path: paths.reductions(),
    handle: { title: '减免审核', permission: 'reduction.read' },
    lazy: { Component: async () => (await import('./QueuePage.tsx')).QueuePage },
  },
  {
    path: paths.reduction(':id'),
    handle: { title: '审核减免申请', permission: 'reduction.read' },
    lazy: { Component: async () => (await import('./ReviewPage.tsx')).ReviewPage },
  },
  {
    path: paths.reductionTypes(),
    handle: { title: '减免类型', permission: 'reduction.read' },
    lazy: { Component: async () => (await import('./TypesPage.tsx')).TypesPage },
  },
]
