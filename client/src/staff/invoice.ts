import {
  type StaffInput,
  type StaffOutput,
  staffRead,
  staffReadLinked,
  staffReadPage,
  useStaffWrite,
} from '../staff-call.ts'

export type DeskInvoice = StaffOutput<'POST /invoice/v1/list'>['list'][number]
export type InvoiceFilter = Omit<StaffInput<'POST /invoice/v1/list'>, 'page' | 'pageSize'>
export type IssueRow = StaffOutput<'POST /invoice/v1/issue'>['rows'][number]

/** A page; of those to be issued the oldest first, else the newest. */
export const invoiceListQuery = (input: StaffInput<'POST /invoice/v1/list'>) =>
  staffReadPage('POST /invoice/v1/list', input)

/** With its file, whose link is renewed while the page is open. */
export const deskInvoiceQuery = (id: string) => staffReadLinked('GET /invoice/v1/info', { id })

/** What one has uploaded and used for nothing. */
export const invoiceFilesQuery = () => staffRead('GET /invoice/v1/files', {})
export const useDropInvoiceFile = () =>
  useStaffWrite('POST /invoice/v1/drop_file', ['GET /invoice/v1/files'], quiet)

export type InvoiceSeller = StaffOutput<'GET /invoice/v1/seller'>
/** Whom uploaded invoices must be of. */
export const invoiceSellerQuery = () => staffRead('GET /invoice/v1/seller', {})
export const useSetInvoiceSeller = () =>
  useStaffWrite('POST /invoice/v1/set_seller', ['GET /invoice/v1/seller'], quiet)

const renewed = ['POST /invoice/v1/list', 'GET /invoice/v1/info'] as const
/** the page shows what went wrong itself */
const quiet = { quiet: true }

/** Those to be issued, as a file; they count as being issued from then on. May be repeated. */
export const useExportInvoices = () => useStaffWrite('POST /invoice/v1/export', renewed, quiet)
/** Then the file with this number finds its application. */
export const useNumberInvoice = () => useStaffWrite('POST /invoice/v1/number', renewed, quiet)
/** Files given to the applications whose content they have, an answer for each. */
export const useIssueInvoices = () => useStaffWrite('POST /invoice/v1/issue', renewed, quiet)
/** One file for one application that staff choose. */
export const useIssueFor = () => useStaffWrite('POST /invoice/v1/issue_for', renewed, quiet)
/** The owner reads why, and may apply anew. */
export const useFailInvoice = () => useStaffWrite('POST /invoice/v1/fail', renewed, quiet)
/** What became of one that was given up while it was being issued. */
export const useSettleInvoice = () => useStaffWrite('POST /invoice/v1/settle', renewed, quiet)
/** Where another title was asked for, it is applied for at once. */
export const useReverseInvoice = () => useStaffWrite('POST /invoice/v1/reverse', renewed, quiet)
