import type { StaffInput, StaffOutput } from '../staff-call.ts'
import { staffRead, staffReadPage, useStaffWrite } from '../staff-call.ts'

export type FinanceOrderFilter = Omit<StaffInput<'POST /finance/v1/orders'>, 'page' | 'pageSize'>
export type FinanceExport = StaffInput<'POST /finance/v1/export'>
export type FinanceOrderSummary = StaffOutput<'POST /finance/v1/orders'>['list'][number]
export type FinanceOrder = StaffOutput<'GET /finance/v1/order'>
export type FinancePayment = FinanceOrder['payments'][number]
export type FinanceRefund = FinancePayment['refunds'][number]
export type FinanceEvent = FinanceOrder['events'][number]
export type RefundRequestSummary = StaffOutput<'GET /finance/v1/refund_requests'>['list'][number]
export type MoneyDifference = StaffOutput<'GET /finance/v1/differences'>['list'][number]
export type MoneyCase = StaffOutput<'GET /finance/v1/case'>
export type MoneyCaseDecision = MoneyCase['decisions'][number]
export type FinanceCaseOutcome = MoneyCaseDecision['outcome']
export type MoneyCasePreview = StaffOutput<'POST /finance/v1/preview_case'>
export type MoneyCaseProposal = StaffInput<'POST /finance/v1/propose_case'>
export type FinanceBill = StaffOutput<'GET /finance/v1/bills'>['list'][number]
export type FinanceChannel = StaffOutput<'GET /finance/v1/channels'>['list'][number]
export type FinanceChannelCheck = NonNullable<FinanceChannel['check']>
export type MissingBill = StaffOutput<'GET /finance/v1/bills'>['missing'][number]

export const financeOrdersQuery = (input: StaffInput<'POST /finance/v1/orders'>) =>
  staffReadPage('POST /finance/v1/orders', input)

export const financeOrderQuery = (orderNo: string) => staffRead('GET /finance/v1/order', { orderNo })

export const refundRequestsQuery = (input: StaffInput<'GET /finance/v1/refund_requests'>) =>
  staffReadPage('GET /finance/v1/refund_requests', input)

/** Differences between channel bills and our books. */
export const billDifferencesQuery = (input: StaffInput<'GET /finance/v1/differences'>) =>
  staffReadPage('GET /finance/v1/differences', input)

export const moneyCaseQuery = (id: string) => staffRead('GET /finance/v1/case', { id })

/** The list of bills includes days without a bill. */
export const channelBillsQuery = (input: StaffInput<'GET /finance/v1/bills'>) =>
  staffReadPage('GET /finance/v1/bills', input)

export const paymentChannelsQuery = () => staffRead('GET /finance/v1/channels', {})

export type FinanceYearReport = StaffOutput<'GET /finance/v1/year_report'>
export type FinanceYearReportRow = FinanceYearReport['year'][number]
export type FinanceYearReportDay = FinanceYearReport['differing'][number]
export type ListedClosedAccountMoney = StaffOutput<'GET /finance/v1/closed_accounts'>['list'][number]

export const financeYearReportQuery = (year: number) => staffRead('GET /finance/v1/year_report', { year: String(year) })

export const closedAccountsQuery = (input: StaffInput<'GET /finance/v1/closed_accounts'>) =>
  staffReadPage('GET /finance/v1/closed_accounts', input)

const renewed = [
  'POST /finance/v1/orders',
  'GET /finance/v1/order',
  'GET /finance/v1/refund_requests',
  'GET /finance/v1/differences',
  'GET /finance/v1/case',
  'GET /finance/v1/bills',
] as const
/** The dialogs show errors themselves. */
const quiet = { quiet: true }

/** Requests a refund on behalf of staff. Another person decides about it. */
export const useRequestStaffRefund = () => useStaffWrite('POST /finance/v1/open_refund', renewed, quiet)
/**
 * Approves or rejects a refund. Approval closes the courses and sends the money back through the payer's payment
 * channel.
 */
export const useDecideRefund = () => useStaffWrite('POST /finance/v1/decide_refund', renewed, quiet)
export const useWithdrawStaffRefund = () => useStaffWrite('POST /finance/v1/withdraw_refund', renewed)
/** Retries a refund immediately instead of in the next job run. */
export const useRetryRefund = () => useStaffWrite('POST /finance/v1/retry_refund', renewed)
/** Previews the decision of a money case without changes. */
export const usePreviewMoneyCase = () => useStaffWrite('POST /finance/v1/preview_case', [], quiet)
/** Resolves a money case, or proposes the decision to another person. */
export const useProposeMoneyCaseDecision = () => useStaffWrite('POST /finance/v1/propose_case', renewed, quiet)
export const useDecideMoneyCase = () => useStaffWrite('POST /finance/v1/decide_case', renewed, quiet)
export const useWithdrawMoneyCaseDecision = () => useStaffWrite('POST /finance/v1/withdraw_case', renewed)
export const useReopenMoneyCase = () => useStaffWrite('POST /finance/v1/reopen_case', renewed, quiet)
/** Asks the payment channel again about a difference. The difference ends if the channel now agrees with our books. */
export const useRetryDifference = () => useStaffWrite('POST /finance/v1/retry_difference', renewed)
/** Sends a harmless query to the payment channel, which checks its keys, clock and signature. */
export const useCheckPaymentChannel = () =>
  useStaffWrite('POST /finance/v1/check_channel', ['GET /finance/v1/channels'])
export const useExportFinanceList = () => useStaffWrite('POST /finance/v1/export', [])

export const useDecideNoRefund = () =>
  useStaffWrite('POST /finance/v1/keep_closed_money', ['GET /finance/v1/closed_accounts', 'GET /todo/v1/list'], quiet)
