import { FontSizeOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const printFontRoutes: readonly PageRoute[] = [
  {
    path: paths.fonts(),
    handle: {
      title: '打印字体',
      permission: 'proof.font',
      menu: { group: '学时与证明', Icon: FontSizeOutlined },
    },
    lazy: { Component: async () => (await import('./FontsPage.tsx')).PrintFontsPage },
  },
  {
    path: paths.font(':id'),
    handle: { title: '打印字体', permission: 'proof.font' },
    lazy: { Component: async () => (await import('./FontPage.tsx')).PrintFontPage },
  },
]
