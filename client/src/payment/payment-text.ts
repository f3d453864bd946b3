import type { PaymentPhase } from './poll.ts'

const scanners: Readonly<Record<string, string>> = {
  WECHAT: '微信',
  ALIPAY: '支付宝',
  DEMO: '手机',
}

export const payTypeScannerName = (payType: string): string => scanners[payType] ?? '手机'

export const savedPaymentCodeSteps = (app: string): readonly string[] => [
  '点“保存二维码”，或截屏，或长按二维码保存到相册。',
  `打开${app === '手机' ? '扫码工具' : app}的“扫一扫”，从相册选取这张图片。`,
  '付款后回到本页，稍等片刻会自动显示结果。',
]

export const browserPaymentText = {
  pay: '微信支付',
  how: '将打开微信付款，付款后回到本页查看结果。',
  again: '再次打开微信支付',
  back: '已付款的，请点“我已支付”查看结果；没有付款的，可以再次打开微信支付，或改用二维码。',
  toCode: '改用二维码',
  fromCode: '在本机打开微信支付',
  failed: '支付未成功，可重新支付',
  inWechat: '微信内不能直接付款：请点右上角“…”，选择“在浏览器打开”，登录后点“微信支付”；或者按下面的步骤用二维码支付。',
}
export const wechatPaymentText = {
  start: { how: '用当前微信付款，付款后本页会显示结果。', act: '微信支付' },
  opening: { how: '正在连接微信…', act: '微信支付' },
  ready: { how: '请点“立即支付”完成付款。', act: '立即支付' },
  paying: { how: '请在微信中完成付款。', act: '立即支付' },
  told: { how: '微信提示已付款，正在核对结果，请稍候。', act: '' },
  cancelled: { how: '您取消了付款。订单还在，可以再次支付。', act: '再次支付' },
  failed: { how: '微信没有完成付款。可以重新支付，或用其他手机扫码。', act: '重新支付' },
} as const
export const otherPhonePaymentText = {
  toCode: '用其他手机扫码',
  fromCode: '用当前微信付款',
  how: '请用另一部手机的微信“扫一扫”扫描二维码。',
}
export const alipayPaymentText = {
  open: '打开支付宝付款',
  how: '将打开支付宝，付款后回到本页查看结果。',
  inWechat:
    '微信内不能打开支付宝：请点右上角“…”，选择“在浏览器打开”，登录后在“我的订单”中支付；或者按下面的步骤用二维码支付。',
}
export const newPaymentCodeLabel = '生成二维码'
/**
 * Label of the button for a new QR code. The shown code may be invalid, because another device has opened another way
 * to pay (decision 025).
 */
export const renewPaymentCodeLabel = '二维码无法支付？重新获取'
/** Label of the button that changes the payment channel. A new order then replaces the present one. */
export const changePaymentChannelLabel = (name: string): string => `改用${name}`

/** @param list name of the page with the order */
export const noPaymentCodeText = (list: string): string => `支付二维码暂未生成，请稍后在“${list}”中重试。`
export const demoCashierText = '演示收银台，不会真实扣款'
export const coursesOpenedText = '报名成功，课程已开放学习。'

export const paymentEndTexts: Readonly<
  Record<Exclude<PaymentPhase, 'waiting' | 'paid'>, { kind: 'warning' | 'info'; text: string }>
> = {
  closed: { kind: 'warning', text: '订单已关闭，没有收到付款。如仍需报名，请重新下单。' },
  late: {
    kind: 'warning',
    text: '订单已关闭，之后收到的款项正在原路退回，请以支付渠道的到账时间为准。如仍需报名，请重新下单。',
  },
  refunding: { kind: 'info', text: '款项正在原路退回，请以支付渠道的到账时间为准。' },
  refunded: { kind: 'info', text: '款项已退回，请以实际到账时间为准。' },
}

export function paymentDialogTitle(phase: PaymentPhase): string {
  if (phase === 'waiting') return '扫码支付'
  return phase === 'paid' ? '支付成功' : '支付'
}

export const demoCashierLinkLabel = '在本机打开演示收银台'
