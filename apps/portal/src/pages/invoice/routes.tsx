import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const invoiceRoutes: PageRoute[] = [
  {
    path: paths.invoices(),
    handle: { title: '我的发票' },
    lazy: { Component: async () => (await import('./InvoicesPage.tsx')).InvoicesPage },
  },
  {
    path: paths.invoice(':id'),
    handle: { title: '发票详情' },
    lazy: { Component: async () => (await import('./InvoicePage.tsx')).InvoicePage },
  },
  {
    path: paths.applyForInvoice(':orderNo'),
    // of a new application as of a correction
    handle: { title: '发票申请' },
    lazy: { Component: async () => (await import('./ApplyPage.tsx')).ApplyPage },
  },
]
