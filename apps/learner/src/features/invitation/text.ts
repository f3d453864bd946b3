import { formatDate } from '@ce/client/format.ts'
import type { Invitation } from '@ce/client/invitation.ts'
import { memberStateLabels } from '@ce/contract/member-states'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'
import { paths } from '../../paths.ts'

interface Mark {
  label: string
  kind: StatusKind
}

export function invitationStateMark(invitation: Invitation): Mark {
  const { state, payment } = invitation
  if (payment === 'PAID') return { label: '单位已缴费', kind: 'done' }
  if (payment === 'PENDING') return { label: '单位正在缴费', kind: 'doing' }
  const hindered = hinderedState(invitation)
  if (hindered) return hindered
  if (isEarly(invitation)) return { label: '报名尚未开始', kind: 'todo' }
  if (payment === 'REFUNDED') return { label: '单位缴费已退款', kind: 'todo' }
  const words = {
    INVITED: { label: '等待您确认', kind: 'warning' },
    CONFIRMED: { label: '已确认，等待单位缴费', kind: 'doing' },
    DECLINED: { label: '已谢绝', kind: 'todo' },
    WITHDRAWN: { label: '单位已撤回', kind: 'todo' },
  } as const
  return words[state]
}

/** Names as a state what keeps the employer from paying. Null if nothing does, or if the student's reply says more. */
function hinderedState({ state, obstacle, price }: Invitation): Mark | null {
  if (!obstacle || (state !== 'INVITED' && state !== 'CONFIRMED')) return null
  if (obstacle === 'ORDERED' && state === 'INVITED') return null
  const words = {
    PAID: { label: price === 0 ? '您已自行报名' : '您已自行缴费', kind: 'done' },
    REFUNDING: { label: '您自己的缴费正在退款', kind: 'doing' },
    OTHER: { label: '由另一家单位代缴', kind: 'todo' },
    ORDERED: { label: '您另有订单待支付', kind: 'warning' },
    CLOSED: { label: '报名已截止，单位未缴费', kind: 'todo' },
    DISABLED: { label: '单位现在不能代缴', kind: 'todo' },
  } as const
  return words[obstacle]
}

function isEarly({ state, planState }: Invitation): boolean {
  return state === 'INVITED' && planState === 'UPCOMING'
}

/** Returns null if nothing blocks the employer's payment or the payment no longer matters. */
export function invitationObstacleText(invitation: Invitation): string | null {
  const { state, obstacle, price, signStartAt } = invitation
  if (!obstacle && isEarly(invitation)) return `报名自 ${formatDate(signStartAt)} 起，届时可以在这里确认。`
  if (!obstacle || (state !== 'INVITED' && state !== 'CONFIRMED')) return null
  const done = price === 0 ? '您已自行报名本年度' : '您已自行缴纳本年度的报名费'
  const words = {
    PAID:
      state === 'CONFIRMED'
        ? `${done}，单位不会再为您缴费；单位的名单上显示为“${memberStateLabels.ELSEWHERE}”。`
        : `${done}，不用再由单位代缴；您不确认，单位看不到您的任何信息。`,
    REFUNDING: '您自己缴的费用正在退还；到账之后，单位可以为您缴费。',
    OTHER: '您本年度已确认由另一家单位代缴；那家单位下单之前，可以撤回那一份，再改选这一家。',
    ORDERED: '您自己下的订单还没有支付：支付之后，单位不会再为您缴费；想由单位缴费，请取消那笔订单。',
    CLOSED: '本年度报名已截止，单位没有缴费。如有疑问，请联系单位。',
    DISABLED: '单位的账号已停用，现在不能缴费；您可以自行报名。',
  } as const
  return words[obstacle]
}

/** Link to the page that shows the obstacle, or null if no page does. */
export function invitationObstacleLink({ state, obstacle, signId }: Invitation): { label: string; to: string } | null {
  if (state !== 'INVITED' && state !== 'CONFIRMED') return null
  if (obstacle === 'PAID' && signId) return { label: '去学习', to: paths.course(signId) }
  if (obstacle === 'ORDERED' || obstacle === 'REFUNDING') return { label: '查看我的订单', to: paths.orders() }
  return null
}

export function declineInvitationConfirmation({ state, obstacle, organisationName }: Invitation) {
  const confirmed = state === 'CONFIRMED'
  const settled = obstacle === 'PAID' || obstacle === 'OTHER'
  return {
    title: confirmed ? '撤回确认？' : `谢绝 ${organisationName} 代缴？`,
    text: settled
      ? `单位的名单上将显示为“${memberStateLabels.DECLINED}”，您的报名不受影响。`
      : '之后您可以自行报名缴费；改变主意时，仍可在这里确认。',
    ok: confirmed ? '撤回确认' : '谢绝',
    cancel: '再想想',
  }
}
