import type { QueryClient } from '@tanstack/react-query'
import { type ClientInput, type ClientOutput, callClient } from './call.ts'
import { pagedQuery, wholeListQuery } from './pages.ts'
import { read, readLinked, readPage, useWrite } from './query.ts'

export type Invoice = ClientOutput<'GET /invoice/v1/info'>
export type SavedInvoiceTitle = ClientOutput<'GET /invoice/v1/titles'>['list'][number]

export const myInvoicesQuery = (input: ClientInput<'GET /invoice/v1/my_invoice'>) =>
  readPage('GET /invoice/v1/my_invoice', input)
export const pagedMyInvoicesQuery = () =>
  pagedQuery(['GET /invoice/v1/my_invoice'], (page, signal) =>
    callClient('GET /invoice/v1/my_invoice', { page, pageSize: 10 }, { signal }),
  )
export const allMyInvoicesQuery = () =>
  wholeListQuery(
    ['GET /invoice/v1/my_invoice'],
    (asked, signal) => callClient('GET /invoice/v1/my_invoice', asked, { signal }),
    ({ id }) => id,
  )
/** The invoice is refetched to renew the link of its file. */
export const invoiceQuery = (id: string) => readLinked('GET /invoice/v1/info', { id })
export const savedInvoiceTitlesQuery = () => read('GET /invoice/v1/titles', {})

const renewed = ['GET /invoice/v1/my_invoice', 'GET /invoice/v1/info', 'GET /invoice/v1/titles'] as const
export const refetchInvoices = (client: QueryClient) =>
  Promise.all(renewed.map((name) => client.invalidateQueries({ queryKey: [name] })))
/** The form shows its errors itself. */
const quiet = { quiet: true }

/** A repeated call returns the same invoice. */
export const useApplyForInvoice = () => useWrite('POST /invoice/v1/apply', renewed, quiet)
/** A student can withdraw an application until staff begin to issue the invoice. */
export const useWithdrawInvoice = () => useWrite('POST /invoice/v1/withdraw', renewed)
/** Reverses the issued invoice and issues one with another title. Once per order. */
export const useChangeInvoice = () => useWrite('POST /invoice/v1/change', renewed, quiet)
/** A student can withdraw a change until staff have entered the reversal. */
export const useWithdrawInvoiceChange = () => useWrite('POST /invoice/v1/withdraw_change', renewed)
/** Existing invoices keep the title. */
export const useRemoveSavedInvoiceTitle = () => useWrite('POST /invoice/v1/remove_title', ['GET /invoice/v1/titles'])
