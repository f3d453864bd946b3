import type { Hindrances } from '../store/closings.ts'

const words: Record<keyof Hindrances, string> = {
  openOrder: '有订单待支付，请先支付或取消',
  employerOrder: '单位有为您代缴的订单待支付，请等单位支付或取消',
  refund: '有退款正在办理，请等退款到账',
  running: '有考试正在进行，请先交卷',
  inReview: '有考试正在核查，请等核查结束',
  appeal: '有考试申诉还没有答复',
  reduction: '有学时减免正在审核，请等审核结束或撤回申请',
  returned: '有学时减免待补正，请先补正或撤回申请',
  invoice: '有发票正在开具或换开，请等发票开出；待开票的申请和待红冲的换开申请也可以撤回',
  merge: '有合并账号的申请待确认，请联系客服',
}

/** What hinders closing an account, in words its student can act on. */
export function obstaclesOf(found: Hindrances): string[] {
  const keys = Object.keys(words) as (keyof Hindrances)[]
  return keys.filter((key) => found[key]).map((key) => words[key])
}
