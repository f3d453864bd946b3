import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** The import desk; the import at hand stands in the address. */
export const posterImportRoutes: readonly PageRoute[] = [
  {
    path: paths.posterImport(),
    handle: { title: '批量导入', permission: 'poster.import' },
    lazy: { Component: async () => (await import('./ImportPage.tsx')).ImportPage },
  },
  {
    path: paths.posterImportItem(':id', ':no'),
    handle: { title: '修改待导入的内容', permission: 'poster.import' },
    lazy: { Component: async () => (await import('./ImportItemPage.tsx')).ImportItemPage },
  },
  {
    path: paths.posterImportPreview(':id', ':no'),
    handle: { title: '预览', permission: 'poster.import', bare: true },
    lazy: { Component: async () => (await import('./ImportPreviewPage.tsx')).ImportPreviewPage },
  },
]
