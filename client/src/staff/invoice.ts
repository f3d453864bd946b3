import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type StaffInput, type StaffOutput, staffRead, useStaffWrite } from '../staff-call.ts'

export type DeskInvoice = StaffOutput<'POST /invoice/v1/list'>['list'][number]
export type InvoiceFilter = Omit<StaffInput<'POST /invoice/v1/list'>, 'page' | 'pageSize'>
export type IssueRow = StaffOutput<'POST /invoice/v1/issue'>['rows'][number]

/** private addresses live ten minutes: renewed before */
const renewMs = 8 * 60_000

export const invoiceListQuery = (input: StaffInput<'POST /invoice/v1/list'>) =>
  queryOptions({
    ...staffRead('POST /invoice/v1/list', input),
    placeholderData: keepPreviousData,
  })

export const deskInvoiceQuery = (id: string) =>
  queryOptions({ ...staffRead('GET /invoice/v1/info', { id }), refetchInterval: renewMs })

const renewed = ['POST /invoice/v1/list', 'GET /invoice/v1/info'] as const
/** the page shows what went wrong itself */
const quiet = { quiet: true }

export const useExportInvoices = () => useStaffWrite('POST /invoice/v1/export', renewed, quiet)
export const useNumberInvoice = () => useStaffWrite('POST /invoice/v1/number', renewed, quiet)
export const useIssueInvoices = () => useStaffWrite('POST /invoice/v1/issue', renewed, quiet)
export const useFailInvoice = () => useStaffWrite('POST /invoice/v1/fail', renewed, quiet)
export const useReverseInvoice = () => useStaffWrite('POST /invoice/v1/reverse', renewed, quiet)
