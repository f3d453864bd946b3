import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type EmployerInput,
  type EmployerOutput,
  employerCall,
  employerRead,
  employerReadLinked,
  employerReadPage,
  useEmployerWrite,
} from './employer-call.ts'
import {
  beginEmployerSession,
  endEmployerSession,
  keepEmployerMe,
  readEmployerSession,
} from './employer-session.ts'
import { inWhole } from './pages.ts'
import type { PaymentSource } from './payment/use-payment.ts'
import { forgetPerson } from './query.ts'

export type Member = EmployerOutput<'POST /invitation/v1/list'>['list'][number]
export type EmployerOrder = EmployerOutput<'GET /invitation/v1/orders'>['list'][number]
export type EmployerInvoice = EmployerOutput<'GET /invitation/v1/invoice'>
export type EmployerPlan = EmployerOutput<'GET /invitation/v1/plans'>['list'][number]
export type ListReport = EmployerOutput<'GET /invitation/v1/check_state'>
export type ListReportRow = EmployerOutput<'GET /invitation/v1/check_rows'>['list'][number]
export type ListField = NonNullable<ListReport['mapping'][number]>

/** the pages show what went wrong themselves */
const quiet = { quiet: true }

/** Signs in and keeps the session; what was in the cache before is dropped. */
export function useEmployerLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: EmployerInput<'POST /organisation/v1/login'>) =>
      employerCall('POST /organisation/v1/login', input),
    onSuccess: (session) => {
      forgetPerson(client)
      beginEmployerSession(session)
    },
    meta: quiet,
  })
}

/** how long signing out waits for the server */
const logoutMs = 3000

/** Signs out here whatever the server answers: without its answer the token lapses by itself. */
export async function employerLogout(): Promise<void> {
  const signal = AbortSignal.timeout(logoutMs)
  const told = employerCall('POST /organisation/v1/logout', {}, { quiet: true, signal })
  endEmployerSession()
  await told.catch(() => null)
}

/** how long a page waits to hear what its account must do first */
const dutyMs = 3000

/**
 * Changes the password; the duty to change the first one is settled by it. Nothing is asked after the change: a failure
 * then would show as one of the change, and the old password tried again would lock the account.
 */
export async function changeEmployerPassword(
  input: EmployerInput<'POST /organisation/v1/change_password'>,
): Promise<void> {
  try {
    await employerCall('POST /organisation/v1/change_password', input)
  } catch (error) {
    // it may be settled already: its answer was lost, and this is another password
    await renewEmployerDuty()
    throw error
  }
  const session = readEmployerSession()
  if (session) keepEmployerMe({ ...session.me, mustChangePassword: false })
}

/** Whether the first password is still to be changed, as the server knows it; without its answer, as this device did. */
export async function renewEmployerDuty(): Promise<boolean> {
  const session = readEmployerSession()
  if (!session?.me.mustChangePassword) return false
  const signal = AbortSignal.timeout(dutyMs)
  const asked = employerCall('GET /organisation/v1/me', {}, { quiet: true, signal })
  const me = await asked.catch(() => null)
  if (me && readEmployerSession()?.token === session.token) keepEmployerMe(me)
  return me?.mustChangePassword ?? true
}

/** The old password is asked for; see changeEmployerPassword. */
export const useEmployerPassword = () =>
  useMutation({ mutationFn: changeEmployerPassword, meta: quiet })

/** Years and what they cost, newest first. */
export const employerPlansQuery = () => employerRead('GET /invitation/v1/plans', {})
/** A page of whom it named, with how far each is; names are searched by POST, so that none stands in an address. */
export const membersQuery = (input: EmployerInput<'POST /invitation/v1/list'>) =>
  employerReadPage('POST /invitation/v1/list', input)
/** A page of its orders, newest first. */
export const employerOrdersQuery = (input: EmployerInput<'GET /invitation/v1/orders'>) =>
  employerReadPage('GET /invitation/v1/orders', input)
/** All of them: for who looks for one. */
export const wholeEmployerOrdersQuery = () =>
  inWhole(
    ['employer', 'GET /invitation/v1/orders'],
    (asked, signal) => employerCall('GET /invitation/v1/orders', asked, { signal }),
    ({ orderNo }) => orderNo,
  )
/** The last invoice of one order, and its file. @throws Refusal invoice.notFound when none was applied for */
export const employerInvoiceQuery = (orderNo: string) =>
  employerReadLinked('GET /invitation/v1/invoice', { orderNo })
/** What a sent list holds: its columns, and how many rows can be taken. */
export const listReportQuery = (importId: string) =>
  employerRead('GET /invitation/v1/check_state', { importId })
/** A page of the list, row by row, with what is wrong in each. */
export const listRowsQuery = (input: EmployerInput<'GET /invitation/v1/check_rows'>) =>
  employerReadPage('GET /invitation/v1/check_rows', input)

const members = ['POST /invitation/v1/list'] as const

/** Reads the lists anew: a refusal told that one was not up to date. */
export const renewMembers = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['employer', ...members] })

const money = [
  'POST /invitation/v1/list',
  'GET /invitation/v1/orders',
  'GET /invitation/v1/invoice',
] as const

/** Reads a list and reports; nobody is named yet. */
export const useCheckList = () => useEmployerWrite('POST /invitation/v1/check', [], quiet)
/** Names everybody whose row can be taken; each of them then agrees, or does not. */
export const useWriteList = () =>
  useEmployerWrite(
    'POST /invitation/v1/write',
    ['GET /invitation/v1/check_state', 'GET /invitation/v1/check_rows', ...members],
    quiet,
  )
/** The rows that were not written, as a workbook to mend. */
export const useReturnedList = () => useEmployerWrite('POST /invitation/v1/returned', [], quiet)
/** Takes people off the list; not those who are in an order. */
export const useWithdrawMembers = () => useEmployerWrite('POST /invitation/v1/withdraw', members)
/** The list with everybody's state, as a file. */
export const useExportMembers = () => useEmployerWrite('POST /invitation/v1/export', [])
/** One order for the people chosen, a line each. */
export const useEmployerOrder = () => useEmployerWrite('POST /invitation/v1/create_order', money)
/** Of an unpaid one; the channel is asked first. */
export const useCancelEmployerOrder = () =>
  useEmployerWrite('POST /invitation/v1/cancel_order', money)
/** The pages say how it ended; whatever it was, what they show is read anew. */
export function useChangeChannel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: EmployerInput<'POST /invitation/v1/change_channel'>) =>
      employerCall('POST /invitation/v1/change_channel', input),
    onSettled: () =>
      Promise.all(money.map((name) => client.invalidateQueries({ queryKey: ['employer', name] }))),
    meta: quiet,
  })
}
/** Of one line; finance decides. */
export const useEmployerRefund = () =>
  useEmployerWrite('POST /invitation/v1/request_refund', money, quiet)
/** Possible until finance has decided. */
export const useWithdrawEmployerRefund = () =>
  useEmployerWrite('POST /invitation/v1/withdraw_refund', money)
/** For a paid order; the same again answers the same invoice. */
export const useEmployerInvoice = () =>
  useEmployerWrite('POST /invitation/v1/apply_invoice', money, quiet)

export const useWithdrawEmployerInvoice = () =>
  useEmployerWrite('POST /invitation/v1/withdraw_invoice', money)

/** Reads orders and invoices anew: a refusal told that one was not up to date. */
export const renewEmployerMoney = (client: QueryClient) =>
  Promise.all(money.map((name) => client.invalidateQueries({ queryKey: ['employer', name] })))

/** How the payment of an employer's order is followed. */
export const employerPayments: PaymentSource = {
  query: (orderNo, paid, options) =>
    employerCall(
      'GET /invitation/v1/query_status',
      { orderNo, ...(paid ? { paid: '1' as const } : {}) },
      { quiet: true, ...options },
    ),
  reads: money.map((name) => ['employer', name] as const),
}
