import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const firstPageRoutes: readonly PageRoute[] = [
  {
    path: paths.swipers(),
    handle: { title: '轮播图', permission: 'site.edit' },
    lazy: { Component: async () => (await import('./SwipersPage.tsx')).SwipersPage },
  },
  {
    path: paths.friendlinks(),
    handle: { title: '友情链接', permission: 'site.edit' },
    lazy: { Component: async () => (await import('./FriendlinksPage.tsx')).FriendlinksPage },
  },
  {
    path: paths.siteInfo(),
    handle: { title: '站点信息', permission: 'site.edit' },
    lazy: { Component: async () => (await import('./SiteInfoPage.tsx')).SiteInfoPage },
  },
  {
    path: paths.texts(),
    handle: { title: '协议文本', permission: 'site.edit' },
    lazy: { Component: async () => (await import('./TextsPage.tsx')).TextsPage },
  },
]
