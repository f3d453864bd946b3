import { FileTextOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** `/posters/new` shows the same page, so that the editor stays open when the item gets an id. */
export const posterRoutes: readonly PageRoute[] = [
  {
    path: paths.posters(),
    handle: {
      title: '内容管理',
      permission: 'poster.read',
      menu: { group: '内容', Icon: FileTextOutlined },
    },
    lazy: { Component: async () => (await import('./PosterListPage.tsx')).PosterListPage },
  },
  {
    path: paths.poster(':id'),
    handle: { title: '编辑内容', permission: 'poster.read' },
    lazy: { Component: async () => (await import('./EditorPage.tsx')).EditorPage },
  },
  {
    path: paths.posterPreview(':id'),
    handle: { title: '预览', permission: 'poster.read', bare: true },
    lazy: { Component: async () => (await import('./PreviewPage.tsx')).PreviewPage },
  },
]
