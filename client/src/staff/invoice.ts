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

export const invoiceListQuery = (input: StaffInput<'POST /invoice/v1/list'>) =>
  staffReadPage('POST /invoice/v1/list', input)

export const deskInvoiceQuery = (id: string) => staffReadLinked('GET /invoice/v1/info', { id })

const renewed = ['POST /invoice/v1/list', 'GET /invoice/v1/info'] as const
/** the page shows what went wrong itself */
const quiet = { quiet: true }

export const useExportInvoices = () => useStaffWrite('POST /invoice/v1/export', renewed, quiet)
export const useNumberInvoice = () => useStaffWrite('POST /invoice/v1/number', renewed, quiet)
export const useIssueInvoices = () => useStaffWrite('POST /invoice/v1/issue', renewed, quiet)
export const useFailInvoice = () => useStaffWrite('POST /invoice/v1/fail', renewed, quiet)
export const useReverseInvoice = () => useStaffWrite('POST /invoice/v1/reverse', renewed, quiet)
