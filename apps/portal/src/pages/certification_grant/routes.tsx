import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const certificationGrantRoutes: PageRoute[] = [
  {
    path: paths.grant(),
    handle: { title: '学时证明' },
    lazy: { Component: async () => (await import('./GrantPage.tsx')).GrantPage },
  },
  {
    path: paths.grantDetailPage(),
    handle: { title: '学时证明详情' },
    lazy: { Component: async () => (await import('./GrantDetailPage.tsx')).GrantDetailPage },
  },
]
