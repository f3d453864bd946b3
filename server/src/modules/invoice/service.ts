/** 发票: what other modules may use; the calls' own services lie in service/. */
export { applyForInvoice } from './service/apply.ts'
export { invoiceInfo } from './service/read.ts'
export { giveUpRefunded } from './service/settle.ts'
export { withdrawInvoice } from './service/withdraw.ts'
export { newestInvoices } from './store/invoices.ts'
export { forgetTitles } from './store/titles.ts'
