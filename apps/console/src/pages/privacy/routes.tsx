import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const privacyRoutes: readonly PageRoute[] = [
  {
    path: paths.corrections(),
    handle: { title: '更正申请', permission: 'student.read' },
    lazy: { Component: async () => (await import('./CorrectionsPage.tsx')).CorrectionsPage },
  },
  {
    path: paths.correction(':id'),
    handle: { title: '更正申请', permission: 'student.edit' },
    lazy: { Component: async () => (await import('./CorrectionPage.tsx')).CorrectionPage },
  },
]
