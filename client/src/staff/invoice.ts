import {
  type StaffInput,
  type StaffOutput,
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

const renewed = ['POST /invoice/v1/list', 'GET /invoice/v1/info'] as const
/** the page shows what went wrong itself */
const quiet = { quiet: true }

/** Those to be issued, as a file; they count as being issued from then on. May be repeated. */
export const useExportInvoices = () => useStaffWrite('POST /invoice/v1/export', renewed, quiet)
/** Then a file that is named by the number alone finds its application. */
export const useNumberInvoice = () => useStaffWrite('POST /invoice/v1/number', renewed, quiet)
/** Files matched by name, an answer for each. */
export const useIssueInvoices = () => useStaffWrite('POST /invoice/v1/issue', renewed, quiet)
/** The owner reads why, and may apply anew. */
export const useFailInvoice = () => useStaffWrite('POST /invoice/v1/fail', renewed, quiet)
/** What became of one that was given up while it was being issued. */
export const useSettleInvoice = () => useStaffWrite('POST /invoice/v1/settle', renewed, quiet)
/** Where another title was asked for, it is applied for at once. */
export const useReverseInvoice = () => useStaffWrite('POST /invoice/v1/reverse', renewed, quiet)
