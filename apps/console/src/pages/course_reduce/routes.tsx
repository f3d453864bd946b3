import { FileDoneOutlined, ProfileOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const courseReduceRoutes: readonly PageRoute[] = [
  {
    path: paths.reductions(),
    handle: {
      title: '减免审核',
      permission: 'reduction.read',
      menu: { group: '学时与证明', Icon: FileDoneOutlined },
    },
    lazy: { Component: async () => (await import('./QueuePage.tsx')).ReductionQueuePage },
  },
  {
    path: paths.reduction(':id'),
    handle: { title: '审核减免申请', permission: 'reduction.read' },
    lazy: { Component: async () => (await import('./ReviewPage.tsx')).ReductionReviewPage },
  },
  {
    path: '/reduction-types',
    handle: {
      title: '减免类型',
      permission: 'reduction.read',
      menu: { group: '学时与证明', Icon: ProfileOutlined },
    },
    lazy: { Component: async () => (await import('./TypesPage.tsx')).ReductionTypesPage },
  },
]
