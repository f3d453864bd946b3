export { listNewestInvoiceStates } from './store/invoices.ts'
export { forgetInvoiceTitles } from './store/titles.ts'
