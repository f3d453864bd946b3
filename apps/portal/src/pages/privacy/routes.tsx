import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const privacyRoutes: PageRoute[] = [
  {
    path: paths.privacy(),
    handle: { title: '个人信息与隐私' },
    lazy: { Component: async () => (await import('./PrivacyPage.tsx')).PrivacyPage },
  },
  {
    path: paths.agreements(),
    handle: { title: '用户协议和隐私政策' },
    lazy: { Component: async () => (await import('./AgreementsPage.tsx')).AgreementsPage },
  },
]
