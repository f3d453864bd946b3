/** 订单与支付: what other modules may use; the calls' own services lie in service/. */
export { refundObstacle } from './refund-rules.ts'
export { decideRefund } from './service/decide-refund.ts'
export { sendRefund } from './service/refund.ts'
export { retryDifference, settleDifference } from './service/resolve-difference.ts'
export type { Difference } from './store/differences.ts'
export { findOpenOrders as openOrders, moveOrders } from './store/orders.ts'
export { listRefundFacts } from './store/refund-requests.ts'
