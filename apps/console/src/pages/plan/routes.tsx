import { CalendarOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const planRoutes: readonly PageRoute[] = [
  {
    path: paths.plans(),
    handle: {
      title: '年度计划',
      permission: 'teaching.read',
      menu: { group: '教学', Icon: CalendarOutlined },
    },
    lazy: { Component: async () => (await import('./PlanListPage.tsx')).PlanListPage },
  },
  {
    path: paths.newPlan(),
    handle: { title: '新建年度计划', permission: 'teaching.edit' },
    lazy: { Component: async () => (await import('./NewPlanPage.tsx')).NewPlanPage },
  },
  {
    path: paths.plan(':id'),
    handle: { title: '年度计划', permission: 'teaching.read' },
    lazy: { Component: async () => (await import('./PlanPage.tsx')).PlanPage },
  },
]
