import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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
  readEmployerSession,
  signOutEmployer,
  updateEmployerSession,
} from './employer-session.ts'
import type { TableImportCalls } from './import-calls.ts'
import { wholeListQuery } from './pages.ts'
import type { PaymentSource } from './payment/use-payment.ts'
import { forgetPersonalQueries } from './query.ts'

export type EmployerMember = EmployerOutput<'POST /invitation/v1/list'>['list'][number]
export type EmployerOrder = EmployerOutput<'GET /invitation/v1/orders'>['list'][number]
export type EmployerInvoice = EmployerOutput<'GET /invitation/v1/invoice'>
export type EmployerPlan = EmployerOutput<'GET /invitation/v1/plans'>['list'][number]
export type MemberListReport = EmployerOutput<'GET /invitation/v1/check_state'>
export type MemberListReportRow = EmployerOutput<'GET /invitation/v1/check_rows'>['list'][number]
export type MemberListField = NonNullable<MemberListReport['mapping'][number]>

/** The pages show errors themselves. */
const quiet = { quiet: true }

export function useEmployerLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: EmployerInput<'POST /organisation/v1/login'>) =>
      employerCall('POST /organisation/v1/login', input),
    onSuccess: ({ token, organisation }) => {
      forgetPersonalQueries(client)
      beginEmployerSession({ token, me: organisation })
    },
    meta: quiet,
  })
}

export const employerLogout = () =>
  signOutEmployer((options) => employerCall('POST /organisation/v1/logout', {}, options))

/** Milliseconds to wait for the server to say whether the account must change its password. */
const dutyMs = 3000

/**
 * Makes no other call after a successful change. If such a call failed, the change would look failed, and people who
 * repeat the old password lock the account.
 */
export async function changeEmployerPassword(
  input: EmployerInput<'POST /organisation/v1/change_password'>,
): Promise<void> {
  try {
    await employerCall('POST /organisation/v1/change_password', input)
  } catch (error) {
    /**
     * Ask the server for the account's state, because an earlier change may have succeeded although its response was
     * lost.
     */
    await refreshEmployerPasswordDuty()
    throw error
  }
  const session = readEmployerSession()
  if (session) updateEmployerSession({ ...session.me, mustChangePassword: false })
}

/** Asks the server whether the account must change its password. Without a response, the stored value counts. */
export async function refreshEmployerPasswordDuty(): Promise<boolean> {
  const session = readEmployerSession()
  if (!session?.me.mustChangePassword) return false
  const signal = AbortSignal.timeout(dutyMs)
  const asked = employerCall('GET /organisation/v1/me', {}, { quiet: true, signal })
  const me = await asked.catch(() => null)
  if (me && readEmployerSession()?.token === session.token) updateEmployerSession(me)
  return me?.mustChangePassword ?? true
}

export const useChangeEmployerPassword = () => useMutation({ mutationFn: changeEmployerPassword, meta: quiet })

/** Lists the newest year first. */
export const employerPlansQuery = () => employerRead('GET /invitation/v1/plans', {})
/** Names are searched by POST, so that no name appears in an address. */
export const employerMembersQuery = (input: EmployerInput<'POST /invitation/v1/list'>) =>
  employerReadPage('POST /invitation/v1/list', input)
/** Lists the newest order first. */
export const employerOrdersQuery = (input: EmployerInput<'GET /invitation/v1/orders'>) =>
  employerReadPage('GET /invitation/v1/orders', input)
export const allEmployerOrdersQuery = () =>
  wholeListQuery(
    ['employer', 'GET /invitation/v1/orders'],
    (asked, signal) => employerCall('GET /invitation/v1/orders', asked, { signal }),
    ({ orderNo }) => orderNo,
  )
/** The newest invoice of an order. @throws Refusal invoice.notFound */
export const employerInvoiceQuery = (orderNo: string) => employerReadLinked('GET /invitation/v1/invoice', { orderNo })
const members = ['POST /invitation/v1/list'] as const

export const refetchEmployerMembers = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['employer', ...members] })

const money = ['POST /invitation/v1/list', 'GET /invitation/v1/orders', 'GET /invitation/v1/invoice'] as const

export const memberImportCalls: TableImportCalls<
  EmployerInput<'POST /invitation/v1/check'>,
  MemberListReport,
  MemberListReportRow
> = {
  useReport: (importId) => useQuery(employerRead('GET /invitation/v1/check_state', { importId })),
  useRows: (input) => useQuery(employerReadPage('GET /invitation/v1/check_rows', input)),
  useCheck: () => useEmployerWrite('POST /invitation/v1/check', [], quiet),
  useRun: () =>
    useEmployerWrite(
      'POST /invitation/v1/write',
      ['GET /invitation/v1/check_state', 'GET /invitation/v1/check_rows', ...members],
      quiet,
    ),
  useReturned: () => useEmployerWrite('POST /invitation/v1/returned', [], quiet),
}
/** Members in an order cannot be removed. */
export const useWithdrawMembers = () => useEmployerWrite('POST /invitation/v1/withdraw', members)
export const useExportMembers = () => useEmployerWrite('POST /invitation/v1/export', [])
/** The order gets one order line per member. */
export const useCreateEmployerOrder = () => useEmployerWrite('POST /invitation/v1/create_order', money)
/** Only an unpaid order can be cancelled. The server asks the payment channel first. */
export const useCancelEmployerOrder = () => useEmployerWrite('POST /invitation/v1/cancel_order', money)
export function useChangeEmployerPaymentChannel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: EmployerInput<'POST /invitation/v1/change_channel'>) =>
      employerCall('POST /invitation/v1/change_channel', input),
    onSettled: () => Promise.all(money.map((name) => client.invalidateQueries({ queryKey: ['employer', name] }))),
    meta: quiet,
  })
}
/** Requests a refund of one order line. Finance decides about the request. */
export const useRequestEmployerRefund = () => useEmployerWrite('POST /invitation/v1/request_refund', money, quiet)
/** An employer can withdraw the request until finance decides. */
export const useWithdrawEmployerRefund = () => useEmployerWrite('POST /invitation/v1/withdraw_refund', money)
/** A repeated application returns the same invoice. */
export const useApplyForEmployerInvoice = () => useEmployerWrite('POST /invitation/v1/apply_invoice', money, quiet)

export const useWithdrawEmployerInvoice = () => useEmployerWrite('POST /invitation/v1/withdraw_invoice', money)

export const refetchEmployerMoney = (client: QueryClient) =>
  Promise.all(money.map((name) => client.invalidateQueries({ queryKey: ['employer', name] })))

export const employerPaymentSource: PaymentSource = {
  query: (orderNo, paid, options) =>
    employerCall(
      'GET /invitation/v1/query_status',
      { orderNo, ...(paid ? { paid: '1' as const } : {}) },
      { quiet: true, ...options },
    ),
  reads: money.map((name) => ['employer', name] as const),
}
