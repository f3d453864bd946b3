/** What the codes are called in a file. */
export const refundNames = {
  reason: { SECOND_PAYMENT: '重复支付', LATE_PAYMENT: '关闭后到账', REQUESTED: '按退款申请' },
  status: { PENDING: '等待渠道', STUCK: '渠道受阻', FAILED: '渠道拒绝', DONE: '已退款' },
}
export const differenceNames = {
  kind: {
    NOT_BOOKED: '渠道已收，平台未入账',
    UNKNOWN_PAYMENT: '渠道有、平台没有的收款',
    AMOUNT: '收款金额不符',
    NOT_AT_CHANNEL: '平台已收，渠道账单没有',
    REFUND_NOT_BOOKED: '渠道已退，平台未入账',
    REFUND_UNKNOWN: '渠道有、平台没有的退款',
    REFUND_AMOUNT: '退款金额不符',
    REFUND_NOT_AT_CHANNEL: '平台已退，渠道账单没有',
    REFUND_STUCK: '退款受阻',
    REFUND_TWICE: '同一笔退款退了两次',
    NOTIFICATION: '支付通知与订单不符',
    RULE: '账目规则不符',
  },
  wholeDay: '渠道账单为空，平台有入账',
  state: { OPEN: '待处理', HEALED: '已自动一致', RESOLVED: '已处理' },
}
