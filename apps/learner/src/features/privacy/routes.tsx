import { paths } from '../../paths.ts'
import type { ScreenRoute } from '../../screen-route.ts'

export const privacyScreens: ScreenRoute[] = [
  {
    path: paths.privacy(),
    handle: { title: '个人信息与隐私' },
    lazy: { Component: async () => (await import('./PrivacyScreen.tsx')).PrivacyScreen },
  },
  {
    path: paths.agreements(),
    handle: { title: '用户协议和隐私政策' },
    lazy: {
      Component: async () => (await import('../agreement/AgreementsScreen.tsx')).AgreementsScreen,
    },
  },
]
