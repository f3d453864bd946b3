import { paths } from '../../paths.ts'
import type { ScreenRoute } from '../../screen-route.ts'

export const certificationGrantScreens: ScreenRoute[] = [
  {
    path: paths.grant(),
    handle: { title: '学时证明' },
    lazy: { Component: async () => (await import('./ProofsScreen.tsx')).ProofsScreen },
  },
  {
    path: paths.grantDetailPage(),
    handle: { title: '学时证明详情' },
    lazy: { Component: async () => (await import('./ProofScreen.tsx')).ProofScreen },
  },
]
