import { BankOutlined, FileProtectOutlined, LinkOutlined, PictureOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const firstPageRoutes: readonly PageRoute[] = [
  {
    path: '/swipers',
    handle: {
      title: '轮播图',
      permission: 'site.edit',
      menu: { group: '内容', Icon: PictureOutlined },
    },
    lazy: { Component: async () => (await import('./SwipersPage.tsx')).SwipersPage },
  },
  {
    path: '/friendlinks',
    handle: {
      title: '友情链接',
      permission: 'site.edit',
      menu: { group: '内容', Icon: LinkOutlined },
    },
    lazy: { Component: async () => (await import('./FriendlinksPage.tsx')).FriendlinksPage },
  },
  {
    path: '/site-info',
    handle: {
      title: '站点信息',
      permission: 'site.edit',
      menu: { group: '系统', Icon: BankOutlined },
    },
    lazy: { Component: async () => (await import('./SiteInfoPage.tsx')).SiteInfoPage },
  },
  {
    path: paths.texts(),
    handle: {
      title: '协议文本',
      permission: 'site.edit',
      menu: { group: '系统', Icon: FileProtectOutlined },
    },
    lazy: { Component: async () => (await import('./TextsPage.tsx')).LegalTextsPage },
  },
]
