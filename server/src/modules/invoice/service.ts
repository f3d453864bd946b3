/** Nothing else needs invoices; the calls' own services lie in service/. */
export { invoiceFile } from './service/file.ts'
