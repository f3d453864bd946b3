import {
  type StaffInput,
  type StaffOutput,
  staffRead,
  staffReadPage,
  useStaffWrite,
} from '../staff-call.ts'

export type FinanceOrderFilter = Omit<StaffInput<'POST /finance/v1/orders'>, 'page' | 'pageSize'>
export type FinanceOrderHead = StaffOutput<'POST /finance/v1/orders'>['list'][number]
export type FinanceOrder = StaffOutput<'GET /finance/v1/order'>
export type FinancePayment = FinanceOrder['payments'][number]
export type FinanceEvent = FinanceOrder['events'][number]
export type RefundRequestHead = StaffOutput<'GET /finance/v1/refund_requests'>['list'][number]
export type MoneyDifference = StaffOutput<'GET /finance/v1/differences'>['list'][number]
export type Bill = StaffOutput<'GET /finance/v1/bills'>['list'][number]
export type MissingBill = StaffOutput<'GET /finance/v1/bills'>['missing'][number]

export const financeOrdersQuery = (input: StaffInput<'POST /finance/v1/orders'>) =>
  staffReadPage('POST /finance/v1/orders', input)

export const financeOrderQuery = (orderNo: string) =>
  staffRead('GET /finance/v1/order', { orderNo })

export const refundRequestsQuery = (input: StaffInput<'GET /finance/v1/refund_requests'>) =>
  staffReadPage('GET /finance/v1/refund_requests', input)

export const differencesQuery = (input: StaffInput<'GET /finance/v1/differences'>) =>
  staffReadPage('GET /finance/v1/differences', input)

export const billsQuery = (input: StaffInput<'GET /finance/v1/bills'>) =>
  staffReadPage('GET /finance/v1/bills', input)

const renewed = [
  'POST /finance/v1/orders',
  'GET /finance/v1/order',
  'GET /finance/v1/refund_requests',
  'GET /finance/v1/differences',
  'GET /finance/v1/bills',
] as const
/** the dialogs show what went wrong themselves */
const quiet = { quiet: true }

export const useOpenRefund = () => useStaffWrite('POST /finance/v1/open_refund', renewed, quiet)
export const useDecideRefund = () => useStaffWrite('POST /finance/v1/decide_refund', renewed, quiet)
export const useWithdrawStaffRefund = () =>
  useStaffWrite('POST /finance/v1/withdraw_refund', renewed)
export const useRetryRefund = () => useStaffWrite('POST /finance/v1/retry_refund', renewed)
export const useResolveDifference = () =>
  useStaffWrite('POST /finance/v1/resolve_difference', renewed, quiet)
export const useRetryDifference = () => useStaffWrite('POST /finance/v1/retry_difference', renewed)
export const useExportMoney = () => useStaffWrite('POST /finance/v1/export', [])
