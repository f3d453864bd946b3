/** What other modules may use of invoices; the calls' own services lie in service/. */
export { invoiceFile } from './service/file.ts'
export { forgetTitles } from './store/titles.ts'
