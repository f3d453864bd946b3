import { FieldTimeOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const studyRoutes: readonly PageRoute[] = [
  {
    path: paths.studies(),
    handle: {
      title: '学习记录',
      permission: 'study.read',
      menu: { group: '学员', Icon: FieldTimeOutlined },
    },
    lazy: { Component: async () => (await import('./FindStudyPage.tsx')).FindStudyPage },
  },
  {
    path: paths.study(':signCourseId'),
    handle: { title: '学时来源', permission: 'study.read' },
    lazy: { Component: async () => (await import('./StudyPage.tsx')).StudyPage },
  },
]
