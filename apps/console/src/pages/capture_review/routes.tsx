import { CameraOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const captureReviewRoutes: readonly PageRoute[] = [
  {
    path: paths.captures(),
    handle: {
      title: '抓拍核查',
      permission: 'capture.review',
      menu: { group: '考务', Icon: CameraOutlined },
    },
    lazy: { Component: async () => (await import('./CaptureListPage.tsx')).CaptureListPage },
  },
  {
    path: paths.capture(':id'),
    handle: { title: '核查一次考试', permission: 'capture.review' },
    lazy: { Component: async () => (await import('./CapturePage.tsx')).CapturePage },
  },
]
