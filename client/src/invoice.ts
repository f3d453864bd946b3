import type { QueryClient } from '@tanstack/react-query'
import { call, type Input, type Output } from './call.ts'
import { inPages, inWhole } from './pages.ts'
import { read, readLinked, readPage, useWrite } from './query.ts'

export type Invoice = Output<'GET /invoice/v1/info'>
export type SavedTitle = Output<'GET /invoice/v1/titles'>['list'][number]

/** A page, newest first. */
export const myInvoicesQuery = (input: Input<'GET /invoice/v1/my_invoice'>) =>
  readPage('GET /invoice/v1/my_invoice', input)
/** The same page after page, as far as somebody scrolls. */
export const myInvoicesInPages = () =>
  inPages(['GET /invoice/v1/my_invoice'], (page, signal) =>
    call('GET /invoice/v1/my_invoice', { page, pageSize: 10 }, { signal }),
  )
/** All of them, newest first: for who looks for that of an order. */
export const wholeInvoicesQuery = () =>
  inWhole(
    ['GET /invoice/v1/my_invoice'],
    (asked, signal) => call('GET /invoice/v1/my_invoice', asked, { signal }),
    ({ id }) => id,
  )
/** With its file, whose link is renewed while the page is open. */
export const invoiceQuery = (id: string) => readLinked('GET /invoice/v1/info', { id })
/** The last used first. */
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

/** For a paid order, of what is kept of it; the same again answers the same invoice. */
export const useApplyForInvoice = () => useWrite('POST /invoice/v1/apply', renewed, quiet)
/** Back out of the queue, before staff begin. */
export const useWithdrawInvoice = () => useWrite('POST /invoice/v1/withdraw', renewed)
/** Asks to have an issued one reversed and issued with another title, once per order. */
export const useChangeInvoice = () => useWrite('POST /invoice/v1/change', renewed, quiet)
/** The issued one stands on, unless staff have entered its red invoice. */
export const useWithdrawChange = () => useWrite('POST /invoice/v1/withdraw_change', renewed)
/** Invoices that bear it stay as they are. */
export const useRemoveTitle = () =>
  useWrite('POST /invoice/v1/remove_title', ['GET /invoice/v1/titles'])
