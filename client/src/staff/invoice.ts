import type { StaffInput, StaffOutput } from '../staff-call.ts'
import { staffRead, staffReadLinked, staffReadPage, useStaffWrite } from '../staff-call.ts'

export type DeskInvoice = StaffOutput<'POST /invoice/v1/list'>['list'][number]
export type InvoiceFilter = Omit<StaffInput<'POST /invoice/v1/list'>, 'page' | 'pageSize'>
export type IssuedInvoiceRow = StaffOutput<'POST /invoice/v1/issue'>['rows'][number]

/** Invoices to issue come oldest first, others newest first. */
export const invoiceListQuery = (input: StaffInput<'POST /invoice/v1/list'>) =>
  staffReadPage('POST /invoice/v1/list', input)

/** The invoice is refetched to renew the link of its file. */
export const deskInvoiceQuery = (id: string) => staffReadLinked('GET /invoice/v1/info', { id })

export const invoiceFilesQuery = () => staffRead('GET /invoice/v1/files', {})
export const useRemoveInvoiceFile = () => useStaffWrite('POST /invoice/v1/drop_file', ['GET /invoice/v1/files'], quiet)

export type InvoiceSeller = StaffOutput<'GET /invoice/v1/seller'>
/** The issuer that uploaded invoices must name. */
export const invoiceSellerQuery = () => staffRead('GET /invoice/v1/seller', {})
export const useSetInvoiceSeller = () => useStaffWrite('POST /invoice/v1/set_seller', ['GET /invoice/v1/seller'], quiet)

const renewed = ['POST /invoice/v1/list', 'GET /invoice/v1/info'] as const
const quiet = { quiet: true }

/** Marks the exported applications as being issued. The export may be repeated. */
export const useExportInvoices = () => useStaffWrite('POST /invoice/v1/export', renewed, quiet)
export const useSetInvoiceNumber = () => useStaffWrite('POST /invoice/v1/number', renewed, quiet)
export const useIssueInvoices = () => useStaffWrite('POST /invoice/v1/issue', renewed, quiet)
export const useIssueInvoiceFor = () => useStaffWrite('POST /invoice/v1/issue_for', renewed, quiet)
/** Records that an invoice cannot be issued. The student sees the reason and may apply again. */
export const useFailInvoice = () => useStaffWrite('POST /invoice/v1/fail', renewed, quiet)
/** Records the result of an application withdrawn during issuing. */
export const useResolveWithdrawnInvoice = () => useStaffWrite('POST /invoice/v1/settle', renewed, quiet)
/** Records the reversal of an invoice. If the student asked for another title, a new application is created at once. */
export const useReverseInvoice = () => useStaffWrite('POST /invoice/v1/reverse', renewed, quiet)
