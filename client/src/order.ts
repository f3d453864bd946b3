import { type CallOptions, call, type Input } from './call.ts'
import { inPages, inWhole } from './pages.ts'
import { read, readPage, useWrite } from './query.ts'

/** A page of one's own orders; an employer's are not among them. */
export const myOrderQuery = (input: Input<'GET /order/v1/my_order'>) =>
  readPage('GET /order/v1/my_order', input)
/** The same page after page, as far as somebody scrolls. */
export const myOrdersInPages = (input: { status?: Input<'GET /order/v1/my_order'>['status'] }) =>
  inPages(['GET /order/v1/my_order', input], (page, signal) =>
    call('GET /order/v1/my_order', { ...input, page, pageSize: 10 }, { signal }),
  )
/** All of one's own of that status: for who looks for one of them. */
export const wholeOrdersQuery = (status: NonNullable<Input<'GET /order/v1/my_order'>['status']>) =>
  inWhole(
    ['GET /order/v1/my_order', { status }],
    (asked, signal) => call('GET /order/v1/my_order', { status, ...asked }, { signal }),
    ({ orderNo }) => orderNo,
  )
/** Ways to pay that work here and now. */
export const payTypesQuery = () => read('GET /order/v1/pay_types', {})

/** Asks once whether an order is paid, sooner when somebody says so; the payment poll repeats it and shows its own state. */
export const queryStatus = (orderNo: string, paid: boolean, options: CallOptions = {}) =>
  call(
    'GET /order/v1/query_status',
    { orderNo, ...(paid ? { paid: '1' as const } : {}) },
    { quiet: true, ...options },
  )

/** What an order's change makes stale. */
export const orderReads = [
  'GET /order/v1/my_order',
  'GET /course/v1/year_list',
  'POST /course/v1/course_list',
  'GET /course/v1/my_course',
  'GET /course/v1/my_anlysis',
  'GET /course/v1/year_plan',
  'GET /invitation/v1/mine',
] as const

/** Signs up and orders; the same courses again answer the same open order. `quiet`: the page says itself how it ended. */
export const useCreateOrder = (meta: { quiet?: boolean } = {}) =>
  useWrite('POST /order/v1/create_order', orderReads, meta)
/** Opens the way an order is going to be paid; the other one ends. */
export const useOpenPayment = () =>
  useWrite('POST /order/v1/open_payment', ['GET /order/v1/my_order'])
/** Where WeChat's browser is told who pays, and what it is then asked to pay. */
export const useAskPayer = () => useWrite('POST /order/v1/ask_payer', [])
/** With WeChat's word on who pays; the other way of paying ends (decision 029). */
export const useOpenInWechat = () =>
  useWrite('POST /order/v1/open_in_wechat', ['GET /order/v1/my_order'])
/** Of an unpaid one; the channel is asked first, and paid is paid. */
export const useCancelOrder = () => useWrite('POST /order/v1/cancel_order', orderReads)
/** Before any hours were credited; finance decides. */
export const useRequestRefund = () => useWrite('POST /order/v1/request_refund', orderReads)
/** Possible until finance has decided. */
export const useWithdrawRefund = () => useWrite('POST /order/v1/withdraw_refund', orderReads)
