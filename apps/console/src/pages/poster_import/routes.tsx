import { ImportOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** The URL contains the id of the current import. */
export const posterImportRoutes: readonly PageRoute[] = [
  {
    path: paths.posterImport(),
    handle: {
      title: '批量导入',
      permission: 'poster.import',
      menu: { group: '内容', Icon: ImportOutlined },
    },
    lazy: { Component: async () => (await import('./ImportPage.tsx')).ContentImportPage },
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
