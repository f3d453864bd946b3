import { SolutionOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const invoiceRoutes: readonly PageRoute[] = [
  {
    path: paths.invoices(),
    handle: {
      title: '发票',
      permission: 'invoice.read',
      menu: { group: '财务', Icon: SolutionOutlined },
    },
    lazy: { Component: async () => (await import('./InvoiceListPage.tsx')).InvoiceListPage },
  },
  {
    path: paths.issueInvoices(),
    handle: { title: '上传发票文件', permission: 'invoice.issue' },
    lazy: { Component: async () => (await import('./InvoiceUploadPage.tsx')).InvoiceUploadPage },
  },
  {
    path: paths.invoice(':id'),
    handle: { title: '发票详情', permission: 'invoice.read' },
    lazy: { Component: async () => (await import('./InvoicePage.tsx')).InvoicePage },
  },
]
