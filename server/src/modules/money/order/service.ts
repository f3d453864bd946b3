export {
  findCaseDecision,
  findMoneyCase,
  listBillRowsOfPayment,
  listCaseDecisions,
  type MoneyCase,
  openAmountOfCase as restOf,
} from './store/cases.ts'
export { isWholeDayDifference } from './store/differences.ts'
export { findOpenOrders as openOrders, listOrdersOfEmployer } from './store/order-lists.ts'
export {
  findActiveOrder,
  findActiveOrders,
  lockOrdersOfStudents,
  moveOrdersToAccount,
  type Order,
} from './store/orders.ts'
export { listNewestRefundRequests, listRefundFacts } from './store/refund-requests.ts'
