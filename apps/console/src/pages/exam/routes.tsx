import { DesktopOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const examRoutes: readonly PageRoute[] = [
  {
    path: '/exams',
    handle: {
      title: '考场',
      permission: 'exam.read',
      menu: { group: '考务', Icon: DesktopOutlined },
    },
    lazy: { Component: async () => (await import('./ExamDeskPage.tsx')).ExamDeskPage },
  },
  {
    path: paths.regradeQuestion(':id'),
    handle: { title: '重新评分', permission: 'exam.decide' },
    lazy: {
      Component: async () => (await import('./RegradeQuestionPage.tsx')).RegradeQuestionPage,
    },
  },
  {
    path: paths.regrade(':id'),
    handle: { title: '重新评分', permission: 'exam.read' },
    lazy: { Component: async () => (await import('./RegradePage.tsx')).RegradePage },
  },
]
