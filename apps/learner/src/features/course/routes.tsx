import { paths } from '../../paths.ts'
import type { ScreenRoute } from '../../screen-route.ts'

export const courseScreens: ScreenRoute[] = [
  {
    path: paths.sign(),
    handle: { title: '继续教育报名' },
    lazy: { Component: async () => (await import('./SignUpScreen.tsx')).SignUpScreen },
  },
  {
    path: paths.myCourses(),
    handle: { title: '我的课程' },
    lazy: { Component: async () => (await import('./MyCoursesScreen.tsx')).MyCoursesScreen },
  },
  {
    path: paths.course(':signid'),
    handle: { title: '课程学习' },
    lazy: { Component: async () => (await import('./SignCoursesScreen.tsx')).SignCoursesScreen },
  },
  {
    path: paths.learn(':signid', ':id'),
    handle: { title: '在线学习', ownOfflineBanner: true },
    lazy: { Component: async () => (await import('./learn/LearnScreen.tsx')).LearnScreen },
  },
  {
    path: paths.learnRecord(':signid', ':id'),
    handle: { title: '学时来源' },
    lazy: {
      Component: async () => (await import('./learn/LearnRecordScreen.tsx')).LearnRecordScreen,
    },
  },
]
