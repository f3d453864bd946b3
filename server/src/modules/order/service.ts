/** 订单与支付: what other modules may use; the calls' own services lie in service/. */
export { findOpenOrders as openOrders, moveOrders } from './store/orders.ts'
