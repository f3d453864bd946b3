import { ClockCircleOutlined } from '@ant-design/icons'
import { isPracticePortal } from '@ce/client/practice.ts'
import type { PageRoute } from '../../page-route.ts'

/** These pages exist only in a practice portal (decision 088). */
export const practiceRoutes: readonly PageRoute[] = isPracticePortal()
  ? [
      {
        path: '/practice-clock',
        handle: {
          title: '演练时钟',
          permission: 'setting.read',
          menu: { group: '系统', Icon: ClockCircleOutlined },
        },
        lazy: { Component: async () => (await import('./ClockPage.tsx')).PracticeClockPage },
      },
    ]
  : []
