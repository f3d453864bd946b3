import { type CallOptions, type ClientInput, callClient } from './call.ts'
import { pagedQuery, wholeListQuery } from './pages.ts'
import { read, readPage, useWrite } from './query.ts'

export const myOrderQuery = (input: ClientInput<'GET /order/v1/my_order'>) => readPage('GET /order/v1/my_order', input)
export const pagedMyOrdersQuery = (input: { status?: ClientInput<'GET /order/v1/my_order'>['status'] }) =>
  pagedQuery(['GET /order/v1/my_order', input], (page, signal) =>
    callClient('GET /order/v1/my_order', { ...input, page, pageSize: 10 }, { signal }),
  )
export const allMyOrdersQuery = (status: NonNullable<ClientInput<'GET /order/v1/my_order'>['status']>) =>
  wholeListQuery(
    ['GET /order/v1/my_order', { status }],
    (asked, signal) => callClient('GET /order/v1/my_order', { status, ...asked }, { signal }),
    ({ orderNo }) => orderNo,
  )
export const payTypesQuery = () => read('GET /order/v1/pay_types', {})

/** Asks once for the order's payment state. The payment poll repeats the call and shows its own state. */
export const fetchOrderStatus = (orderNo: string, paid: boolean, options: CallOptions = {}) =>
  callClient(
    'GET /order/v1/query_status',
    { orderNo, ...(paid ? { paid: '1' as const } : {}) },
    { quiet: true, ...options },
  )

export const orderStateCalls = [
  'GET /order/v1/my_order',
  'GET /course/v1/year_list',
  'POST /course/v1/course_list',
  'GET /course/v1/my_course',
  'GET /course/v1/my_anlysis',
  'GET /course/v1/year_plan',
  'GET /invitation/v1/mine',
] as const

/** The same courses return the same open order. `quiet`: the page shows the outcome itself. */
export const useCreateOrder = (meta: { quiet?: boolean } = {}) =>
  useWrite('POST /order/v1/create_order', orderStateCalls, meta)
/** Opens a way to pay the order: QR code or phone browser. Opening one way ends the other. */
export const useOpenPayment = () => useWrite('POST /order/v1/open_payment', ['GET /order/v1/my_order'])
export const useRequestPayer = () => useWrite('POST /order/v1/ask_payer', [])
/** Opens the payment in WeChat and ends the other way to pay (decision 029). */
export const useOpenPaymentInWechat = () => useWrite('POST /order/v1/open_in_wechat', ['GET /order/v1/my_order'])
/** Cancels an order. The server asks the payment channel first, so an order that is already paid stays paid. */
export const useCancelOrder = () => useWrite('POST /order/v1/cancel_order', orderStateCalls)
/** Requests a refund, which is possible until hours are credited. Finance decides about the request. */
export const useRequestRefund = () => useWrite('POST /order/v1/request_refund', orderStateCalls)
/** A student can withdraw the refund request until finance decides. */
export const useWithdrawRefund = () => useWrite('POST /order/v1/withdraw_refund', orderStateCalls)
