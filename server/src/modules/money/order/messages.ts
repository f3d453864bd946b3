import { fenToYuan } from '../../../platform/payments/channel-values.ts'
import type { NewMessage } from '../../message/service.ts'
import type { MoneyCaseOutcome } from './case-rules.ts'
import type { Order, OrderLine } from './store/orders.ts'

interface Told {
  id: string
  outcome: MoneyCaseOutcome
  amountFen: number
  reference: string | null
  isSurplus: boolean
  /** Refund in fen not yet paid back; it is null when there is none. */
  dueFen: number | null
}

type Whose = Pick<Order, 'orderNo' | 'studentId' | 'lines'>

export function caseDecidedMessage(order: Whose, line: Whose['lines'][number], told: Told): NewMessage[] {
  const said = wordsOf(order, line, told)
  if (!said || !order.studentId) return []
  const { studentId } = order
  const event = `${said.event}:${told.id}`
  return [{ studentId, kind: 'PAYMENT', link: '/system/orders', ...said, event }]
}

type Said = Pick<NewMessage, 'title' | 'body' | 'event'>

function wordsOf({ orderNo }: Whose, { title }: Whose['lines'][number], told: Told): Said | null {
  const sum = yuan(told.amountFen)
  const about = `“${title}”订单 ${orderNo}`
  const by = told.outcome === 'RETURNED' ? `凭证号 ${told.reference}` : `退款单号 ${told.reference}`
  const rest = told.dueFen ? `其余 ${yuan(told.dueFen)} 继续处理，退回后另行通知。` : ''
  switch (told.outcome) {
    case 'RETURNED':
      return {
        event: 'refund.elsewhere',
        title: rest ? '款项已另行退回一部分' : '款项已另行退回',
        body: `${about} 的 ${sum} ${told.dueFen === null ? '' : '未能原路退回，'}已由工作人员以其他方式退回，${by}。${rest}请以实际到账为准。`,
      }
    case 'IN_PLACE_OF':
      return {
        event: 'refund.elsewhere',
        title: rest ? '款项已退回一部分' : '款项已退回',
        body: `${about} 的 ${sum} 已由支付渠道退回，${by}。${rest}请以实际到账为准。`,
      }
    case 'REFUNDS_LINE':
      return {
        event: 'order.refunded',
        title: '报名已退费，课程已关闭',
        body: `${about} 的 ${sum} 已由支付渠道退回，${by}。${rest}课程不再开放学习；需要学习的可以重新报名。`,
      }
    case 'PARTIAL':
      return {
        event: 'order.partlyReturned',
        title: '报名费已部分退回',
        body: `${about} 的 ${sum} 已由支付渠道退回，${by}。课程与学时不变。请以实际到账为准。`,
      }
    case 'BILL_ROW':
      return told.isSurplus
        ? {
            event: 'money.returned',
            title: '款项已退回',
            body: `${about} 未计入订单的 ${sum} 已由支付渠道退回，${by}。请以实际到账为准。`,
          }
        : null
    case 'KEPT':
      return {
        event: 'money.kept',
        title: '一笔款项未计入订单',
        body: `${about} 收到的 ${sum} 与应付金额不符，没有计入订单，已由工作人员登记。如需退回，请联系客服。`,
      }
    case 'RECOVERED':
      return {
        event: 'money.recovered',
        title: '已收到您退还的款项',
        body: `${about} 多退的 ${sum} 已收到您退还的款项，凭证号 ${told.reference}。`,
      }
    default:
      /**
       * No message is sent: payments have their own message, and losses and confirmed books change nothing for
       * students.
       */
      return null
  }
}

const tellingOutcomes: readonly MoneyCaseOutcome[] = [
  ...(['RETURNED', 'IN_PLACE_OF', 'REFUNDS_LINE', 'PARTIAL', 'KEPT', 'RECOVERED'] as const),
  'PAYS_ORDER',
]

/** @param isSurplus true when more money came in than the portal recorded */
export function isCaseDecisionNotified(outcome: MoneyCaseOutcome, isSurplus: boolean): boolean {
  return tellingOutcomes.includes(outcome) || (outcome === 'BILL_ROW' && isSurplus)
}

/** Corrects an earlier message that is no longer true. */
export function caseDecisionUndoneMessage(
  { orderNo, studentId }: Pick<Order, 'orderNo' | 'studentId'>,
  { id, toldFen }: { id: string; toldFen: number | null },
): NewMessage[] {
  if (!studentId || toldFen === null) return []
  return [
    {
      studentId,
      kind: 'PAYMENT',
      event: `money.undone:${id}`,
      title: '更正：订单款项正在重新核对',
      body: `此前通知您的订单 ${orderNo} 的 ${yuan(toldFen)} 的处理结果有误，工作人员正在重新核对，结果另行通知。给您带来不便，敬请谅解。`,
      link: '/system/orders',
    },
  ]
}

const yuan = (fen: number) => `¥${fenToYuan(fen)}`

export function orderPaidMessage(
  order: { orderNo: string; organisationId: string | null },
  line: Pick<OrderLine, 'studentId' | 'signId' | 'title' | 'amountFen'>,
): NewMessage {
  const { studentId, signId, title, amountFen } = line
  const { orderNo } = order
  const sum = `报名费 ¥${fenToYuan(amountFen)}`
  const own = amountFen === 0 ? `“${title}”无需缴费` : `已收到“${title}”的${sum}`
  const paid = order.organisationId ? `您的单位已为您缴纳“${title}”的${sum}` : own
  return {
    studentId,
    kind: 'PAYMENT',
    event: `order.paid:${orderNo}`,
    title: '报名成功',
    body: `${paid}，课程已开放学习。订单号 ${orderNo}。`,
    link: `/system/my-courses/${signId}`,
  }
}

export function refundStartedMessage(
  order: Pick<Order, 'orderNo' | 'organisationId'>,
  line: Order['lines'][number],
): NewMessage {
  const { orderNo, organisationId } = order
  const { studentId, signId, title, amountFen } = line
  const sum = `¥${fenToYuan(amountFen)}`
  const back = organisationId ? `您的单位为您缴纳的报名费 ${sum} 正在退还给单位` : `报名费 ${sum} 将按原支付方式退回`
  return {
    studentId,
    kind: 'PAYMENT',
    event: `order.refunded:${orderNo}:${signId}`,
    title: '报名已退费，课程已关闭',
    body: `“${title}”的${back}，课程不再开放学习；需要学习的可以重新报名。订单号 ${orderNo}。`,
    link: '/system/my-courses',
  }
}
