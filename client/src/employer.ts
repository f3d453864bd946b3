import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import {
  type EmployerInput,
  type EmployerOutput,
  employerCall,
  employerRead,
  useEmployerWrite,
} from './employer-call.ts'
import {
  beginEmployerSession,
  endEmployerSession,
  keepEmployerMe,
  readEmployerSession,
} from './employer-session.ts'
import type { PaymentSource } from './payment/use-payment.ts'
import { forgetPerson } from './query.ts'

export type Member = EmployerOutput<'POST /invitation/v1/list'>['list'][number]
export type EmployerOrder = EmployerOutput<'GET /invitation/v1/orders'>['list'][number]
export type EmployerInvoice = EmployerOutput<'GET /invitation/v1/invoice'>
export type EmployerPlan = EmployerOutput<'GET /invitation/v1/plans'>['list'][number]
export type PlacedOrder = EmployerOutput<'POST /invitation/v1/create_order'>
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

/**
 * Changes the password; the duty to change the first one is settled by it. Nothing is asked after the change: a failure
 * then would show as one of the change, and the old password tried again would lock the account.
 */
export async function changeEmployerPassword(
  input: EmployerInput<'POST /organisation/v1/change_password'>,
): Promise<void> {
  await employerCall('POST /organisation/v1/change_password', input)
  const session = readEmployerSession()
  if (session) keepEmployerMe({ ...session.me, mustChangePassword: false })
}

export const useEmployerPassword = () =>
  useMutation({ mutationFn: changeEmployerPassword, meta: quiet })

export const employerPlansQuery = () => employerRead('GET /invitation/v1/plans', {})
export const membersQuery = (input: EmployerInput<'POST /invitation/v1/list'>) =>
  queryOptions({
    ...employerRead('POST /invitation/v1/list', input),
    placeholderData: keepPreviousData,
  })
export const employerOrdersQuery = (input: EmployerInput<'GET /invitation/v1/orders'>) =>
  queryOptions({
    ...employerRead('GET /invitation/v1/orders', input),
    placeholderData: keepPreviousData,
  })
export const employerInvoiceQuery = (orderNo: string) =>
  queryOptions({
    ...employerRead('GET /invitation/v1/invoice', { orderNo }),
    // the address of its file lives ten minutes
    gcTime: 0,
    staleTime: 0,
  })
export const listReportQuery = (importId: string) =>
  employerRead('GET /invitation/v1/check_state', { importId })
export const listRowsQuery = (input: EmployerInput<'GET /invitation/v1/check_rows'>) =>
  queryOptions({
    ...employerRead('GET /invitation/v1/check_rows', input),
    placeholderData: keepPreviousData,
  })

const members = ['POST /invitation/v1/list'] as const

/** Reads the lists anew: a refusal told that one was not up to date. */
export const renewMembers = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['employer', ...members] })

const money = [
  'POST /invitation/v1/list',
  'GET /invitation/v1/orders',
  'GET /invitation/v1/invoice',
] as const

export const useCheckList = () => useEmployerWrite('POST /invitation/v1/check', [], quiet)
export const useWriteList = () =>
  useEmployerWrite(
    'POST /invitation/v1/write',
    ['GET /invitation/v1/check_state', 'GET /invitation/v1/check_rows', ...members],
    quiet,
  )
export const useWithdrawMembers = () => useEmployerWrite('POST /invitation/v1/withdraw', members)
export const useExportMembers = () => useEmployerWrite('POST /invitation/v1/export', [])
export const useEmployerOrder = () => useEmployerWrite('POST /invitation/v1/create_order', money)
export const useCancelEmployerOrder = () =>
  useEmployerWrite('POST /invitation/v1/cancel_order', money)
export const useEmployerRefund = () =>
  useEmployerWrite('POST /invitation/v1/request_refund', money, quiet)
export const useWithdrawEmployerRefund = () =>
  useEmployerWrite('POST /invitation/v1/withdraw_refund', money)
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
