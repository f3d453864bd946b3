import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** The import desk; the import at hand stands in the address. */
export const posterImportRoutes: readonly PageRoute[] = [
  {
    path: paths.posterImport(),
    handle: { title: '批量导入', permission: 'poster.import' },
    lazy: { Component: async () => (await import('./ImportPage.tsx')).ImportPage },
  },
]
