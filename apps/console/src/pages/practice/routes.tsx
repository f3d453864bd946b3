import { isPractice } from '@ce/client/practice.ts'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** The clock of a practice portal; no other portal has the page (decision 088). */
export const practiceRoutes: readonly PageRoute[] = isPractice()
  ? [
      {
        path: paths.practiceClock(),
        handle: { title: '演练时钟', permission: 'setting.read' },
        lazy: { Component: async () => (await import('./ClockPage.tsx')).ClockPage },
      },
    ]
  : []
