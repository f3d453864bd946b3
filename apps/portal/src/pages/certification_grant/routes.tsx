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

const verify = async () => (await import('./VerifyPage.tsx')).VerifyPage

/** For everyone, outside antd: an inspector's phone should not wait for it. */
export const verifyRoutes: PageRoute[] = [
  { path: paths.verify(), handle: { title: '证明核验', open: true }, lazy: { Component: verify } },
  {
    path: paths.verify(':code'),
    handle: { title: '证明核验', open: true },
    lazy: { Component: verify },
  },
]
