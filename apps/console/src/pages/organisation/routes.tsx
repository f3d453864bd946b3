import { ShopOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'

export const organisationRoutes: readonly PageRoute[] = [
  {
    path: '/organisations',
    handle: {
      title: '用人单位',
      permission: 'organisation.read',
      menu: { group: '财务', Icon: ShopOutlined },
    },
    lazy: { Component: async () => (await import('./OrganisationsPage.tsx')).OrganisationsPage },
  },
]
