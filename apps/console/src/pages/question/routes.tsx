import { ReadOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const questionRoutes: readonly PageRoute[] = [
  {
    path: paths.questions(),
    handle: {
      title: '题库',
      permission: 'question.read',
      menu: { group: '教学', Icon: ReadOutlined },
    },
    lazy: { Component: async () => (await import('./QuestionListPage.tsx')).QuestionListPage },
  },
  {
    path: paths.newQuestion(),
    handle: { title: '新建试题', permission: 'question.edit' },
    lazy: { Component: async () => (await import('./NewQuestionPage.tsx')).NewQuestionPage },
  },
  {
    path: paths.question(':id'),
    handle: { title: '试题', permission: 'question.read' },
    lazy: { Component: async () => (await import('./QuestionPage.tsx')).QuestionPage },
  },
]
