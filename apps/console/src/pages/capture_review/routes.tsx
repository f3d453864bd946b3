import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** The captures desk. */
export const captureReviewRoutes: readonly PageRoute[] = [
  {
    path: paths.captures(),
    handle: { title: '抓拍核查', permission: 'capture.review' },
    lazy: { Component: async () => (await import('./CaptureListPage.tsx')).CaptureListPage },
  },
  {
    path: paths.capture(':id'),
    handle: { title: '核查一次考试', permission: 'capture.review' },
    lazy: { Component: async () => (await import('./CapturePage.tsx')).CapturePage },
  },
]
