/** What states are called wherever a person reads them: on pages, in files, in the copy of one's own data. */
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

/** What was taken back has not failed: it is 已撤回. */
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

/** How an appeal against an exam was answered. */
export const appealStateNames = { OPEN: '待答复', UPHELD: '支持', REJECTED: '不支持' } as const

/** How a rehearsal's parts went. */
export const levelNames = { GREEN: '正常', AMBER: '勉强可用', RED: '不可用' } as const
