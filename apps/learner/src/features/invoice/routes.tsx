import { paths } from '../../paths.ts'
import type { ScreenRoute } from '../../screen-route.ts'

export const invoiceScreens: ScreenRoute[] = [
  {
    path: paths.applyForInvoice(':orderNo'),
    // This page title serves new applications and corrections.
    handle: { title: '发票申请' },
    lazy: { Component: async () => (await import('./InvoiceFormScreen.tsx')).InvoiceFormScreen },
  },
  {
    path: paths.invoices(),
    handle: { title: '我的发票' },
    lazy: { Component: async () => (await import('./InvoicesScreen.tsx')).InvoicesScreen },
  },
  {
    path: paths.invoice(':id'),
    handle: { title: '发票详情' },
    lazy: { Component: async () => (await import('./InvoiceScreen.tsx')).InvoiceScreen },
  },
]
