import { sampleInvoice, type TestInvoice } from '../factories/invoice-files.ts'

export const pdfMime = 'application/pdf'
export const ofdMime = 'application/ofd'
export const xmlMime = 'application/xml'

export function expectedInvoiceReading(given: Partial<TestInvoice> = {}) {
  const { number, date, title, seller, sellerTaxNo, amountFen, taxNo, code } = {
    ...sampleInvoice,
    ...given,
  }
  return { number, date, title, seller, sellerTaxNo, amountFen, code, taxNo: taxNo || null }
}

export interface InvoiceCase {
  name: string
  make: () => Buffer | Promise<Buffer>
  mime: string
  reads?: object
  problem?: string
  says?: string
}
