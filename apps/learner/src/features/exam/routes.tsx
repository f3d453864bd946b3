import { paths } from '../../paths.ts'
import type { ScreenRoute } from '../../screen-route.ts'

export const examScreens: ScreenRoute[] = [
  {
    path: paths.exam(':signid', ':id'),
    handle: { title: '在线考试', ownOfflineBanner: true },
    lazy: { Component: async () => (await import('./ExamScreen.tsx')).ExamScreen },
  },
  {
    path: paths.attempt(':signid', ':id', ':attemptid'),
    handle: { title: '答卷与作答记录', ownOfflineBanner: true },
    lazy: { Component: async () => (await import('./AttemptScreen.tsx')).AttemptScreen },
  },
]
