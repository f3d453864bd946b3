import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** The desk of letters that no print font has, and of fonts that staff add. */
export const printFontRoutes: readonly PageRoute[] = [
  {
    path: paths.fonts(),
    handle: { title: '打印字体', permission: 'proof.font' },
    lazy: { Component: async () => (await import('./FontsPage.tsx')).FontsPage },
  },
  {
    path: paths.font(':id'),
    handle: { title: '打印字体', permission: 'proof.font' },
    lazy: { Component: async () => (await import('./FontPage.tsx')).FontPage },
  },
]
