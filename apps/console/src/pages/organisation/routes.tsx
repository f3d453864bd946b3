import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const organisationRoutes: readonly PageRoute[] = [
  {
    path: paths.organisations(),
    handle: { title: '用人单位', permission: 'organisation.read' },
    lazy: { Component: async () => (await import('./OrganisationsPage.tsx')).OrganisationsPage },
  },
]
