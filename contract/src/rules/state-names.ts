/** The names of states are used on pages, in files and in data copies. */
export const orderStatusNames = {
  PENDING: '待支付',
  PAID: '已支付',
  CLOSED: '已关闭',
  REFUNDING: '退款中',
  REFUNDED: '已退款',
} as const

export const payTypeNames = {
  WECHAT: '微信支付',
  ALIPAY: '支付宝',
  DEMO: '演示收银台',
  FREE: '免费',
} as const

export const refundStatusNames = {
  PENDING: '等待渠道确认',
  STUCK: '渠道受阻',
  FAILED: '渠道拒绝',
  DONE: '已退回',
} as const

export const refundReasonNames = {
  SECOND_PAYMENT: '重复支付',
  LATE_PAYMENT: '关闭后到账',
  REQUESTED: '按退款申请',
} as const

export const differenceKindNames = {
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
  CHANNEL_TIME: '渠道所报时间有误',
  RULE: '账目规则不符',
} as const

/** Name of a difference that is found when a channel's bill is empty but our books are not. */
export const emptyBillName = '渠道账单为空，平台有入账'

export const caseOutcomeNames = {
  PAYS_ORDER: '支付一笔订单',
  BILL_ROW: '与渠道账单的另一行相抵',
  REFUNDS_LINE: '按退款处理：关闭课程，不再向渠道发起',
  PARTIAL: '按部分退回处理：课程与学时不变',
  IN_PLACE_OF: '抵作平台待退的一笔退款',
  RETURNED: '已另行退回',
  RECOVERED: '付款人已退还',
  KEPT: '登记为未分配收入',
  WRITTEN_OFF: '登记为损失',
  CONFIRMED: '经核实账目无误',
} as const

/** These outcomes of a money case also need the permission to refund. */
export const refundingCaseOutcomes: readonly (keyof typeof caseOutcomeNames)[] = [
  'REFUNDS_LINE',
  'PARTIAL',
  'IN_PLACE_OF',
  'RETURNED',
]

export const differenceStateNames = {
  OPEN: '待处理',
  HEALED: '已自动一致',
  RESOLVED: '已处理',
} as const

export const submittedByNames = {
  STUDENT: '本人交卷',
  DEADLINE: '到时自动交卷',
  SEALED: '断网封存补交',
  STAFF: '工作人员结束',
} as const

/** A withdrawn application is shown as 已撤回 instead of FAILED. */
export const invoiceStateNames = {
  PENDING: '待开票',
  ISSUING: '开票中',
  ISSUED: '已开票',
  FAILED: '开票失败',
  REVERSED: '已红冲',
} as const

export const reductionStateNames = {
  DRAFT: '草稿',
  SUBMITTED: '待审核',
  RETURNED: '退回补正',
  APPROVED: '已通过',
  REJECTED: '已驳回',
  WITHDRAWN: '已撤回',
} as const

export const appealStateNames = { OPEN: '待答复', UPHELD: '支持', REJECTED: '不支持' } as const

export const rehearsalLevelNames = { GREEN: '正常', AMBER: '勉强可用', RED: '不可用' } as const
