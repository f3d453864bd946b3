import { paths } from '../../paths.ts'
import type { ScreenRoute } from '../../screen-route.ts'

export const invitationScreens: ScreenRoute[] = [
  {
    path: paths.invitations(),
    handle: { title: '单位代缴' },
    lazy: { Component: async () => (await import('./InvitationsScreen.tsx')).InvitationsScreen },
  },
]
