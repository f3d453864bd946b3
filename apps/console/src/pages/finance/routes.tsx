import { AccountBookOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const financeRoutes: readonly PageRoute[] = [
  {
    path: paths.finance(),
    handle: {
      title: '订单与对账',
      permission: 'finance.read',
      menu: { group: '财务', Icon: AccountBookOutlined },
    },
    lazy: { Component: async () => (await import('./FinancePage.tsx')).FinancePage },
  },
  {
    path: paths.financeOrder(':orderNo'),
    handle: { title: '订单', permission: 'finance.read' },
    lazy: { Component: async () => (await import('./OrderPage.tsx')).OrderPage },
  },
  {
    path: paths.financeCase(':id'),
    handle: { title: '对账差异', permission: 'finance.read' },
    lazy: { Component: async () => (await import('./CasePage.tsx')).CasePage },
  },
]
