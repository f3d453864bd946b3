import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const examRoutes: PageRoute[] = [
  {
    path: paths.exam(':signid', ':id'),
    handle: { title: '在线考试', ownOfflineBanner: true },
    lazy: { Component: async () => (await import('./ExamPage.tsx')).ExamPage },
  },
  {
    path: paths.attempt(':signid', ':id', ':attemptid'),
    handle: { title: '答卷与作答记录', ownOfflineBanner: true },
    lazy: { Component: async () => (await import('./AttemptPage.tsx')).AttemptPage },
  },
]
