/** 发票: what other modules may use; the calls' own services lie in service/. */
export type { InvoiceDeadline } from './deadline.ts'
export { applyForInvoice } from './service/apply.ts'
export { invoiceDeadlines } from './service/deadlines.ts'
export { invoiceInfo } from './service/read.ts'
export { giveUpRefunded } from './service/settle.ts'
export { withdrawInvoice } from './service/withdraw.ts'
export { newestInvoices } from './store/invoices.ts'
export { forgetTitles } from './store/titles.ts'
