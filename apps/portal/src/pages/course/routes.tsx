import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const courseRoutes: PageRoute[] = [
  {
    path: paths.sign(),
    handle: { title: '继续教育报名' },
    lazy: { Component: async () => (await import('./SignPage.tsx')).SignPage },
  },
  {
    path: paths.myCourses(),
    handle: { title: '我的课程' },
    lazy: { Component: async () => (await import('./MyCoursesPage.tsx')).MyCoursesPage },
  },
  {
    path: paths.course(':signid'),
    handle: { title: '课程学习' },
    lazy: { Component: async () => (await import('./CoursePage.tsx')).CoursePage },
  },
  {
    path: paths.learn(':signid', ':id'),
    handle: { title: '在线学习' },
    lazy: { Component: async () => (await import('./learn/LearnPage.tsx')).LearnPage },
  },
  {
    path: paths.learnRecord(':signid', ':id'),
    handle: { title: '学时来源' },
    lazy: {
      Component: async () => (await import('./learn-record/LearnRecordPage.tsx')).LearnRecordPage,
    },
  },
]
