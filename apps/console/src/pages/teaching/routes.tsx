import { IdcardOutlined, PlaySquareOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const teachingRoutes: readonly PageRoute[] = [
  {
    path: paths.courses(),
    handle: {
      title: '课程',
      permission: 'teaching.read',
      menu: { group: '教学', Icon: PlaySquareOutlined },
    },
    lazy: { Component: async () => (await import('./CourseListPage.tsx')).CourseListPage },
  },
  {
    path: paths.course(':id'),
    handle: { title: '课程', permission: 'teaching.read' },
    lazy: { Component: async () => (await import('./CoursePage.tsx')).CoursePage },
  },
  {
    path: paths.lessonChecks(),
    handle: { title: '需要检查的课时', permission: 'teaching.read' },
    lazy: { Component: async () => (await import('./LessonChecksPage.tsx')).LessonChecksPage },
  },
  {
    path: '/teachers',
    handle: {
      title: '教师',
      permission: 'teaching.read',
      menu: { group: '教学', Icon: IdcardOutlined },
    },
    lazy: { Component: async () => (await import('./TeachersPage.tsx')).TeachersPage },
  },
]
