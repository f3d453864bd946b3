import { type MadeInvoice, sampleInvoice } from '../factories/invoice-files.ts'

export const pdf = 'application/pdf'
export const ofd = 'application/ofd'
export const xml = 'application/xml'

/** What is to be read of a made invoice. */
export function right(given: Partial<MadeInvoice> = {}) {
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
  /** part of the sentence that its sender reads */
  says?: string
}
