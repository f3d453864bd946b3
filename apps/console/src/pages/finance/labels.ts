import { formatDateTime, formatFen } from '@ce/client/format.ts'
import type {
  FinanceCaseOutcome,
  FinanceOrder,
  FinancePayment,
  MissingBill,
  MoneyCaseDecision,
  MoneyDifference,
  RefundRequestSummary,
} from '@ce/client/staff/finance.ts'
import {
  differenceKindNames,
  differenceStateNames,
  emptyBillName,
  payTypeNames,
  refundReasonNames,
  refundStatusNames,
} from '@ce/contract/state-names'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

interface Words {
  label: string
  kind: StatusKind
}

export const orderCloseLabels: Readonly<Record<NonNullable<FinanceOrder['closeReason']>, string>> = {
  EXPIRED: '超时未支付',
  CANCELLED: '下单方取消',
  REPLACED: '改选课程或支付渠道，由新订单代替',
  CHANNEL_CLOSED: '渠道已关单',
  REFUNDED_LATE: '关闭后到账，原路退回',
}
export const paymentStateLabels: Readonly<Record<FinancePayment['status'], Words>> = {
  CREATED: { label: '等待支付', kind: 'warning' },
  PAID: { label: '已收款', kind: 'done' },
  CLOSED: { label: '已关单', kind: 'todo' },
  REFUNDING: { label: '退款中', kind: 'doing' },
  REFUNDED: { label: '已退回', kind: 'todo' },
}
type Refund = FinancePayment['refunds'][number]
export const refundStateLabels: Readonly<Record<Refund['status'], Words>> = {
  PENDING: { label: refundStatusNames.PENDING, kind: 'doing' },
  STUCK: { label: refundStatusNames.STUCK, kind: 'error' },
  FAILED: { label: `${refundStatusNames.FAILED}，将再次发起`, kind: 'error' },
  DONE: { label: refundStatusNames.DONE, kind: 'done' },
}
/** Also marks refunds that were paid fully or partly outside the channel. */
export function refundStateMark({ status, elsewhere, amount }: Refund): Words {
  if (elsewhere === 0) return refundStateLabels[status]
  if (status === 'DONE')
    return elsewhere < amount
      ? { label: `已退回，其中另行退回 ${formatFen(elsewhere)}`, kind: 'done' }
      : { label: '已另行退回', kind: 'done' }
  return {
    label: `已另行退回 ${formatFen(elsewhere)}，其余 ${formatFen(amount - elsewhere)} 待退`,
    kind: 'error',
  }
}

/** Our text for the channel's last response about a refund; the channel's own text follows it. */
const answerWords: Readonly<Record<NonNullable<Refund['lastAnswer']>, string>> = {
  DONE: '渠道已退回',
  PENDING: '渠道正在办理，到账以银行为准',
  STUCK: '渠道没有退成：收款账户异常、商户余额不足，或这笔交易已不能退款',
  FAILED: '渠道已关闭这次申请，平台会换一个单号再申请',
  REFUSED: '渠道拒绝了这次申请',
  UNANSWERED: '渠道没有给出可用的应答',
  NO_CHANNEL: '平台已停用这个渠道，没有发出申请',
  SPENT: '渠道对这笔付款的退款次数已用完，没有发出申请',
}

export function refundChannelResponseText({
  lastAnswer,
  lastWords,
  answeredAt,
  askCount,
  nextAt,
  status,
}: Refund): string {
  if (status === 'DONE') return ''
  const said = lastAnswer
    ? `${formatDateTime(answeredAt)} ${answerWords[lastAnswer]}${lastWords ? `，原文：${lastWords}` : ''}。`
    : '还没有收到渠道的应答。'
  const next = nextAt ? `平台 ${formatDateTime(nextAt)} 自动再次申请。` : ''
  return `已申请 ${askCount} 次。${said}${next}`
}

export function refundAdvice({ lastAnswer, status, caseId }: Refund): string {
  if (status === 'DONE') return ''
  if (lastAnswer === 'PENDING') return '等待渠道办理，无须操作；超过三天仍未退成的，会列入“对账差异”。'
  if (lastAnswer === 'NO_CHANNEL' || lastAnswer === 'SPENT') return '请另行退回，再到差异中登记金额与凭证。'
  if (caseId)
    return '请在商户平台处理（充值、更换退款账户），再点“再次申请”；渠道不予退回的，另行退回后到差异中登记金额与凭证。'
  return '可以点“再次申请”；多次不成的，会列入“对账差异”。'
}
export const refundReasonLabels: Readonly<Record<Refund['reason'], string>> = {
  SECOND_PAYMENT: `${refundReasonNames.SECOND_PAYMENT}，自动退回`,
  LATE_PAYMENT: `${refundReasonNames.LATE_PAYMENT}，自动退回`,
  REQUESTED: refundReasonNames.REQUESTED,
}
export const refundRequestStateLabels: Readonly<Record<RefundRequestSummary['state'], Words>> = {
  OPEN: { label: '待审核', kind: 'warning' },
  WITHDRAWN: { label: '申请人已撤回', kind: 'todo' },
  REFUSED: { label: '不同意', kind: 'error' },
  APPROVED: { label: '已同意', kind: 'done' },
}
export const refundObstacleTexts: Readonly<Record<NonNullable<RefundRequestSummary['obstacle']>, string>> = {
  NOT_PAID: '订单已不是已支付状态',
  FREE: '没有付款',
  HOURS_CREDITED: '课程已取得学时，不能退款',
  EXAM_RUNNING: '有考试正在进行，交卷后才能退款',
  TOO_LATE: '缴费时间过久，渠道不能退款',
}
const advices: Readonly<Record<MoneyDifference['kind'], string>> = {
  NOT_BOOKED: '先再次核对：可入账的自动入账，不能的自动退回。渠道已停用的，按账单支付订单或退回。',
  UNKNOWN_PAYMENT: '在商户平台查明付款人：属于某个订单的，用它支付订单；不属于的，退回或登记为未分配收入。',
  AMOUNT: '与商户平台核对：多收的退回，少收的退回后请学员重新下单。',
  NOT_AT_CHANNEL: '按渠道交易号在商户平台查找；在其他日期账单上的，与那一行相抵。',
  REFUND_NOT_BOOKED: '先再次核对，渠道确认后自动一致。',
  REFUND_UNKNOWN:
    '查明是谁在商户平台退款：应当退课的按退款处理，只退一部分的按部分退回处理，代替受阻退款的抵作那笔退款。',
  REFUND_AMOUNT: '少退的另行退回，多退的向收款人追回。',
  REFUND_NOT_AT_CHANNEL: '与商户平台核对：没有退成的另行退回，在其他账单上的与那一行相抵。',
  REFUND_STUCK:
    '在商户平台处理（充值或更换退款账户）后，到订单点“再次申请”。渠道不予退回的，另行退回后在这里登记金额与凭证。',
  REFUND_TWICE: '在商户平台核对是否都已退成；多退的向收款人追回。',
  NOTIFICATION: '这条通知没有入账；联系渠道客服核实，上传渠道的答复。',
  CHANNEL_TIME: '款项已按列出的入账时间记账；以渠道账单的日期核对，上传核对结果。',
  RULE: '数据库被改动过，请联系平台运维，修复后上传说明。',
}
const emptyDayAdvice =
  '平台每小时重新获取一次账单，获取后自动逐笔核对。在商户平台确认当天确实没有账单的，上传截图：当天按无账单处理。'

export const caseOutcomeHints: Readonly<Record<FinanceCaseOutcome, string>> = {
  PAYS_ORDER: '账单上的这笔收款支付所填的订单，金额等于订单金额；多出的部分留待处理。',
  BILL_ROW: '账单上另有一行与它方向相反，例如已由渠道退回。填写那一行的单号。',
  REFUNDS_LINE: '款项已在商户平台退回：订单按退款处理，课程关闭，不再向渠道申请已退的部分。',
  PARTIAL: '款项已在商户平台退回一部分：课程与学时不变，订单实收相应减少，发票按规定处理。',
  IN_PLACE_OF: '商户平台的这笔退款，就是平台尚未退成的那一笔。',
  RETURNED: '已用银行转账等方式退给付款人。填写金额与凭证号，上传回单。',
  RECOVERED: '付款人已把多得的款项退还。填写金额与凭证号，上传回单。',
  KEPT: '款项不属于任何订单，暂时没有退回，登记为未分配收入。上传依据。',
  WRITTEN_OFF: '款项不能追回，登记为损失。上传依据。',
  CONFIRMED: '经核实平台账目正确，不需要变动。上传依据。',
}

export function caseOutcomeFields(outcome: FinanceCaseOutcome) {
  const among = (...some: FinanceCaseOutcome[]) => some.includes(outcome)
  return {
    amount: outcome !== 'CONFIRMED',
    order: among('PAYS_ORDER'),
    line: among('REFUNDS_LINE', 'PARTIAL'),
    refund: among('IN_PLACE_OF'),
    reference: among('BILL_ROW', 'RETURNED', 'RECOVERED'),
    file: among('RETURNED', 'RECOVERED', 'KEPT', 'WRITTEN_OFF', 'CONFIRMED'),
  }
}

/** Effects of an outcome that remain when a money case is reopened, with advice. */
export const remainingCaseEffectTexts: Readonly<Partial<Record<FinanceCaseOutcome, string>>> = {
  PAYS_ORDER: '用这笔收款支付的订单保持已支付；确属错配的，在订单页对它发起退款。',
  REFUNDS_LINE: '已退款的订单与已关闭的课程保持不变；学员要继续学习的，请重新报名缴费。',
}

export const caseDecisionStateLabels: Readonly<Record<MoneyCaseDecision['state'], Words>> = {
  OPEN: { label: '待审核', kind: 'warning' },
  WITHDRAWN: { label: '已撤回', kind: 'todo' },
  REFUSED: { label: '不同意', kind: 'error' },
  APPROVED: { label: '已生效', kind: 'done' },
  UNDONE: { label: '已撤销', kind: 'todo' },
}

/** Returns title, subject and advice of a difference, and whether the channel can be asked now. */
export function differenceText({ kind, wholeDay, day, subject }: MoneyDifference) {
  const asks = wholeDay || kind === 'NOT_BOOKED' || kind === 'REFUND_NOT_BOOKED'
  return {
    label: wholeDay ? emptyBillName : differenceKindNames[kind],
    advice: wholeDay ? emptyDayAdvice : advices[kind],
    about: wholeDay ? `${day} 的账单` : numberOf(kind, subject),
    asks,
  }
}

/** Returns the number to display. For a refund made in the merchant console, it is the second number of `subject`. */
function numberOf(kind: MoneyDifference['kind'], subject: string): string {
  return kind === 'REFUND_UNKNOWN' ? (subject.split(' ')[1] ?? subject) : subject
}

/** Says how a difference ended; without a decision of staff, the two sides agreed later. */
export const differenceResolutionText = ({ resolution }: Pick<MoneyDifference, 'resolution'>) =>
  resolution ?? '两边已自动一致'

export const missingBillLabels: Readonly<Record<MissingBill['why'], Words>> = {
  NOT_DUE: { label: '未到获取账单的时间', kind: 'todo' },
  NOT_TRIED: { label: '即将获取账单', kind: 'doing' },
  NOT_MADE: { label: '渠道还没有给出账单', kind: 'doing' },
  FAILED: { label: '渠道没有应答', kind: 'warning' },
  CUT: { label: '账单不完整，没有采用；多次如此请联系渠道客服', kind: 'warning' },
  MISMATCH: { label: '账单的合计与明细不符，没有采用；多次不符请联系渠道客服', kind: 'warning' },
  UNREADABLE: { label: '账单无法读取，没有采用；多次如此请联系渠道客服', kind: 'warning' },
  EMPTY: { label: '账单为空，平台有入账，见“对账差异”', kind: 'warning' },
  NO_CHANNEL: { label: '平台已停用这个渠道，这一天没有对账', kind: 'warning' },
}

/** Says when a bill is requested next; the first request is not called a retry. */
export function nextBillRequestText({ why, nextAt }: Pick<MissingBill, 'why' | 'nextAt'>): string {
  if (why === 'NO_CHANNEL') return '平台运维恢复渠道配置后获取'
  const first = why === 'NOT_DUE' || why === 'NOT_TRIED'
  const when = nextAt ? `${formatDateTime(nextAt)} ` : '一分钟内'
  return when + (first ? '获取账单' : '重新获取')
}

export const differenceStateLabels: Readonly<Record<MoneyDifference['state'], Words>> = {
  OPEN: { label: differenceStateNames.OPEN, kind: 'warning' },
  HEALED: { label: differenceStateNames.HEALED, kind: 'done' },
  RESOLVED: { label: differenceStateNames.RESOLVED, kind: 'done' },
}
const detailNames: Readonly<Record<string, string>> = {
  payments: '平台收款笔数',
  ours: '平台金额',
  refunds: '平台退款笔数',
  refunded: '平台退款金额',
  theirs: '渠道金额',
  status: '平台状态',
  transactionId: '渠道交易号',
  outTradeNo: '商户订单号',
  merchant: '商户号',
  attempt: '已试次数',
  rule: '规则',
  channelTime: '渠道所报时间',
  bookedTime: '入账时间',
}
const money = ['ours', 'theirs', 'refunded', 'amountFen']

/** Labels of payment and refund states in the audit log. */
const statusNames: Readonly<Record<string, Words>> = {
  ...refundStateLabels,
  ...paymentStateLabels,
  UNANSWERED: { label: '渠道多次没有可用的应答', kind: 'error' },
  NO_CHANNEL: { label: '平台已停用这个渠道，没有发出', kind: 'error' },
  SPENT: { label: '渠道对这笔付款的退款次数已用完，须另行退回', kind: 'error' },
}

/** @param subject a number that the page already shows, so the text leaves it out */
export function eventDetailText(detail: Record<string, unknown>, subject?: string): string {
  return Object.entries(detailNames)
    .map(([name, words]) => ({ name, words, value: detail[name] ?? null }))
    .filter(({ value }) => value !== null && value !== subject)
    .map(({ name, words, value }) => {
      if (money.includes(name) && typeof value === 'number') return `${words} ¥${(value / 100).toFixed(2)}`
      const said = name === 'status' ? (statusNames[String(value)]?.label ?? value) : value
      return `${words} ${said}`
    })
    .join('，')
}

/** If this option is not chosen, the filter uses the creation date. */
export const orderDateLabels = { PAID: '按支付日期' } as const

const channels: Readonly<Record<string, string>> = payTypeNames

/** An unknown or old payment channel is shown by its code. */
export function channelName(channel: string): string {
  return channels[channel] ?? channel
}

type Invoice = NonNullable<FinanceOrder['invoice']>

export function invoiceConsequenceText({ applyNo, state, onRefund }: Invoice): string {
  if (onRefund === 'RED_REVERSAL')
    return `${applyNo} 已开票，退款后须红冲：它随即列入“发票 → 待红冲”，录入红字发票号码后才算完成。`
  if (onRefund === 'NOTHING') return `${applyNo} 已经红冲、退回或撤回，不涉及。`
  const sent =
    state === 'ISSUING'
      ? '它已导出或登记号码，随即列入“发票 → 待税务处理”：请在税务系统中核对，已开具的须作废或红冲。'
      : ''
  return `开票申请 ${applyNo} 随退款作废，系统会通知申请人；还有未退金额的，可以按余额重新申请。${sent}`
}

export const invoiceWaitTexts: Readonly<Record<NonNullable<Invoice['waitsFor']>, string>> = {
  RED_REVERSAL: '发票待红冲，请在“发票 → 待红冲”录入红字发票号码',
  TAX_SYSTEM: '发票可能已在税务系统中开具，请核对后在“发票 → 待税务处理”登记结果',
}

export function refundApprovedText(order: Pick<FinanceOrder, 'status' | 'invoice'>): string {
  const money = order.status === 'REFUNDED' ? '' : '渠道确认后订单变为已退款。'
  return money + (order.invoice?.waitsFor ? `${invoiceWaitTexts[order.invoice.waitsFor]}。` : '')
}
