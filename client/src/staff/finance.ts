import {
  type StaffInput,
  type StaffOutput,
  staffRead,
  staffReadPage,
  useStaffWrite,
} from '../staff-call.ts'

export type FinanceOrderFilter = Omit<StaffInput<'POST /finance/v1/orders'>, 'page' | 'pageSize'>
export type FinanceExport = StaffInput<'POST /finance/v1/export'>
export type FinanceOrderHead = StaffOutput<'POST /finance/v1/orders'>['list'][number]
export type FinanceOrder = StaffOutput<'GET /finance/v1/order'>
export type FinancePayment = FinanceOrder['payments'][number]
export type FinanceRefund = FinancePayment['refunds'][number]
export type FinanceEvent = FinanceOrder['events'][number]
export type RefundRequestHead = StaffOutput<'GET /finance/v1/refund_requests'>['list'][number]
export type MoneyDifference = StaffOutput<'GET /finance/v1/differences'>['list'][number]
export type MoneyCase = StaffOutput<'GET /finance/v1/case'>
export type CaseDecision = MoneyCase['decisions'][number]
export type CaseOutcome = CaseDecision['outcome']
export type CasePreview = StaffOutput<'POST /finance/v1/preview_case'>
export type CaseProposal = StaffInput<'POST /finance/v1/propose_case'>
export type Bill = StaffOutput<'GET /finance/v1/bills'>['list'][number]
export type FinanceChannel = StaffOutput<'GET /finance/v1/channels'>['list'][number]
export type ChannelCheck = NonNullable<FinanceChannel['check']>
export type MissingBill = StaffOutput<'GET /finance/v1/bills'>['missing'][number]

/** A page, newest first, with what is kept of all that were found. */
export const financeOrdersQuery = (input: StaffInput<'POST /finance/v1/orders'>) =>
  staffReadPage('POST /finance/v1/orders', input)

/** With payments, refunds, requests, differences and every event of its money. */
export const financeOrderQuery = (orderNo: string) =>
  staffRead('GET /finance/v1/order', { orderNo })

/** A page; who asked first is first. */
export const refundRequestsQuery = (input: StaffInput<'GET /finance/v1/refund_requests'>) =>
  staffReadPage('GET /finance/v1/refund_requests', input)

/** A page of the worklist: where a channel's bill and our books disagree. */
export const differencesQuery = (input: StaffInput<'GET /finance/v1/differences'>) =>
  staffReadPage('GET /finance/v1/differences', input)

/** A difference with both sides, and what was decided of it. */
export const moneyCaseQuery = (id: string) => staffRead('GET /finance/v1/case', { id })

/** A page of days, and of which no bill has come. */
export const billsQuery = (input: StaffInput<'GET /finance/v1/bills'>) =>
  staffReadPage('GET /finance/v1/bills', input)

/** The payment channels, each with its last self-check. */
export const channelsQuery = () => staffRead('GET /finance/v1/channels', {})

export type YearReport = StaffOutput<'GET /finance/v1/year_report'>
export type YearReportRow = YearReport['year'][number]
export type YearReportDay = YearReport['differing'][number]
export type ClosedMoney = StaffOutput<'GET /finance/v1/closed_accounts'>['list'][number]

/** A year's money by channel. */
export const yearReportQuery = (year: number) =>
  staffRead('GET /finance/v1/year_report', { year: String(year) })

/** What was paid and not studied when its account was closed. */
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
/** the dialogs show what went wrong themselves */
const quiet = { quiet: true }

/** Of one line, by staff; another member of staff decides. */
export const useOpenRefund = () => useStaffWrite('POST /finance/v1/open_refund', renewed, quiet)
/** A yes closes the courses and sends the money back the way it came. */
export const useDecideRefund = () => useStaffWrite('POST /finance/v1/decide_refund', renewed, quiet)
/** One's own, while nobody has decided. */
export const useWithdrawStaffRefund = () =>
  useStaffWrite('POST /finance/v1/withdraw_refund', renewed)
/** Now, instead of with the next run of the job. */
export const useRetryRefund = () => useStaffWrite('POST /finance/v1/retry_refund', renewed)
/** What would follow from a decision; nothing is changed. */
export const usePreviewCase = () => useStaffWrite('POST /finance/v1/preview_case', [], quiet)
/** Settles a case, or puts it before another member of staff. */
export const useProposeCase = () => useStaffWrite('POST /finance/v1/propose_case', renewed, quiet)
/** Of what another has proposed. */
export const useDecideCase = () => useStaffWrite('POST /finance/v1/decide_case', renewed, quiet)
/** One's own, while nobody has decided. */
export const useWithdrawCase = () => useStaffWrite('POST /finance/v1/withdraw_case', renewed)
/** One that was settled wrongly. */
export const useReopenCase = () => useStaffWrite('POST /finance/v1/reopen_case', renewed, quiet)
/** Asks the channel now; where it agrees the difference ends by itself. */
export const useRetryDifference = () => useStaffWrite('POST /finance/v1/retry_difference', renewed)
/** Asks the channel a harmless question now, and says whether keys, clock and signature are right. */
export const useCheckChannel = () =>
  useStaffWrite('POST /finance/v1/check_channel', ['GET /finance/v1/channels'])
/** What a list shows as a file; written to the audit log. */
export const useExportMoney = () => useStaffWrite('POST /finance/v1/export', [])

/** It is not given back. */
export const useKeepClosedMoney = () =>
  useStaffWrite(
    'POST /finance/v1/keep_closed_money',
    ['GET /finance/v1/closed_accounts', 'GET /todo/v1/list'],
    quiet,
  )
