import type { PaymentPhase } from '@ce/client/payment/poll.ts'

/** with what a payment's QR is scanned */
const scanners: Readonly<Record<string, string>> = {
  WECHAT: '微信',
  ALIPAY: '支付宝',
  DEMO: '手机',
}

export const scannerOf = (payType: string): string => scanners[payType] ?? '手机'

/** How the phone that shows the QR pays with it. */
export const savingSteps = (app: string): readonly string[] => [
  '点“保存二维码”，或截屏，或长按二维码保存到相册。',
  `打开${app === '手机' ? '扫码工具' : app}的“扫一扫”，从相册选取这张图片。`,
  '付款后回到本页，稍等片刻会自动显示结果。',
]

/** @param list where the order stands: 我的订单 */
export const noCodeWords = (list: string): string => `支付二维码暂未生成，请稍后在“${list}”中重试。`
export const demoWords = '演示收银台，不会真实扣款'
export const openedWords = '报名成功，课程已开放学习。'

/** How a payment has ended that did not pay the order. */
export const paymentEnds: Readonly<
  Record<Exclude<PaymentPhase, 'waiting' | 'paid'>, { kind: 'warning' | 'info'; text: string }>
> = {
  closed: { kind: 'warning', text: '订单已关闭，未发生扣款。如仍需报名，请重新下单。' },
  refunded: { kind: 'info', text: '款项已原路退回，请以支付渠道的到账时间为准。' },
}
