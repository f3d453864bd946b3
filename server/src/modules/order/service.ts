/** 订单与支付: what other modules may use; the calls' own services lie in service/. */

export { outcomesLeft, outcomesOf, suggestedOutcome } from './case-rules.ts'
export { chosenOf } from './choice.ts'
export { refundObstacle } from './refund-rules.ts'
export { outcomesFor } from './service/case-rights.ts'
export { changeEmployersChannel } from './service/change-channel.ts'
export { checkChannel, listChannels } from './service/check-channel.ts'
export { keepClosedMoney, openClosedMoney } from './service/closed-account-money.ts'
export {
  decideCase,
  type Proposal,
  proposeDecision,
  withdrawDecision,
} from './service/decide-case.ts'
export { decideRefund } from './service/decide-refund.ts'
export {
  type Choice,
  cancelEmployerOrder,
  closeOverdue,
  employerOrder,
  type Placed,
  placeEmployerOrder,
  queryEmployerOrder,
} from './service/employer-order.ts'
export { payTypes } from './service/list.ts'
export { type Consequences, previewDecision } from './service/preview-case.ts'
export { missingBills } from './service/reconcile.ts'
export { sendRefund, spentOrders } from './service/refund.ts'
export { reopenCase } from './service/reopen-case.ts'
export {
  enterRefundRequest,
  takeBackRefund,
  withdrawStaffRefund,
} from './service/request-refund.ts'
export { retryDifference } from './service/retry-difference.ts'
export {
  findCase,
  findDecision,
  listDecisions,
  listRowsOfTrade,
  type MoneyCase,
  restOf,
} from './store/cases.ts'
export { isWholeDay } from './store/differences.ts'
export { findOpenOrders as openOrders, listOrdersOf } from './store/order-lists.ts'
export {
  findLiveOrder,
  findLiveOrders,
  lockOrdersOfStudents,
  moveOrders,
  type Order,
} from './store/orders.ts'
export { listLatestRequests, listRefundFacts } from './store/refund-requests.ts'
