import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** The figures the association may set differently. */
export const settingRoutes: readonly PageRoute[] = [
  {
    path: paths.settings(),
    handle: { title: '运行参数', permission: 'setting.read' },
    lazy: { Component: async () => (await import('./SettingsPage.tsx')).SettingsPage },
  },
]
