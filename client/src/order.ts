import { type CallOptions, call, type Input } from './call.ts'
import { inPages } from './pages.ts'
import { read, readPage, useWrite } from './query.ts'

export const myOrderQuery = (input: Input<'GET /order/v1/my_order'>) =>
  readPage('GET /order/v1/my_order', input)
export const myOrdersInPages = (input: { status?: Input<'GET /order/v1/my_order'>['status'] }) =>
  inPages(['GET /order/v1/my_order', input], (page, signal) =>
    call('GET /order/v1/my_order', { ...input, page, pageSize: 10 }, { signal }),
  )
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
  'GET /invitation/v1/mine',
] as const

export const useCreateOrder = () => useWrite('POST /order/v1/create_order', orderReads)
/** Opens the way an order is going to be paid; the other one ends. */
export const useOpenPayment = () =>
  useWrite('POST /order/v1/open_payment', ['GET /order/v1/my_order'])
/** Where WeChat's browser is told who pays, and what it is then asked to pay. */
export const useAskPayer = () => useWrite('POST /order/v1/ask_payer', [])
export const useOpenInWechat = () =>
  useWrite('POST /order/v1/open_in_wechat', ['GET /order/v1/my_order'])
export const useCancelOrder = () => useWrite('POST /order/v1/cancel_order', orderReads)
export const useRequestRefund = () => useWrite('POST /order/v1/request_refund', orderReads)
export const useWithdrawRefund = () => useWrite('POST /order/v1/withdraw_refund', orderReads)
