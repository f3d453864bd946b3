import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** Sittings, and what staff decide about them. */
export const examRoutes: readonly PageRoute[] = [
  {
    path: paths.exams(),
    handle: { title: '考场', permission: 'exam.read' },
    lazy: { Component: async () => (await import('./ExamDeskPage.tsx')).ExamDeskPage },
  },
]
