import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, type Input, type Output } from './call.ts'
import { inPages } from './pages.ts'
import { read, useWrite } from './query.ts'

export type Invoice = Output<'GET /invoice/v1/info'>
export type SavedTitle = Output<'GET /invoice/v1/titles'>['list'][number]

/** private addresses live ten minutes: renewed before */
const renewMs = 8 * 60_000

export const myInvoicesQuery = (input: Input<'GET /invoice/v1/my_invoice'>) =>
  queryOptions({ ...read('GET /invoice/v1/my_invoice', input), placeholderData: keepPreviousData })
export const myInvoicesInPages = () =>
  inPages(['GET /invoice/v1/my_invoice'], (page, signal) =>
    call('GET /invoice/v1/my_invoice', { page, pageSize: 10 }, { signal }),
  )
export const invoiceQuery = (id: string) =>
  queryOptions({ ...read('GET /invoice/v1/info', { id }), refetchInterval: renewMs })
export const savedTitlesQuery = () => read('GET /invoice/v1/titles', {})

const renewed = [
  'GET /invoice/v1/my_invoice',
  'GET /invoice/v1/info',
  'GET /invoice/v1/titles',
] as const
/** Reads them anew: a refusal told that what is shown is not up to date. */
export const renewInvoices = (client: QueryClient) =>
  Promise.all(renewed.map((name) => client.invalidateQueries({ queryKey: [name] })))
/** the form shows what went wrong itself */
const quiet = { quiet: true }

export const useApplyForInvoice = () => useWrite('POST /invoice/v1/apply', renewed, quiet)
export const useWithdrawInvoice = () => useWrite('POST /invoice/v1/withdraw', renewed)
export const useChangeInvoice = () => useWrite('POST /invoice/v1/change', renewed, quiet)
export const useRemoveTitle = () =>
  useWrite('POST /invoice/v1/remove_title', ['GET /invoice/v1/titles'])
