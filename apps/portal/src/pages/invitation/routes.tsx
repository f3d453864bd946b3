import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const invitationRoutes: PageRoute[] = [
  {
    path: paths.invitations(),
    handle: { title: '单位代缴' },
    lazy: { Component: async () => (await import('./InvitationsPage.tsx')).InvitationsPage },
  },
]
