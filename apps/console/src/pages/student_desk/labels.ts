import { formatDateTime } from '@ce/client/format.ts'
import type {
  DeskStudent,
  SentMessage,
  StudentMerge,
  StudentSummary,
  StudentYear,
} from '@ce/client/staff/student_desk.ts'
import { securityEventNames } from '@ce/contract/security-event-names'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

type Words<Code extends string> = Readonly<Record<Code, { label: string; kind: StatusKind }>>

export const studentStateLabels: Words<StudentSummary['state']> = {
  ACTIVE: { label: '正常', kind: 'done' },
  LOCKED: { label: '暂时锁定', kind: 'warning' },
  CLOSED: { label: '已合并关闭', kind: 'locked' },
  ERASED: { label: '已注销', kind: 'locked' },
}

export const isAccountOpen = (state: StudentSummary['state']) => state === 'ACTIVE' || state === 'LOCKED'

export const signStateLabels: Words<NonNullable<StudentYear['signState']>> = {
  UNPAID: { label: '待缴费', kind: 'todo' },
  STUDYING: { label: '学习中', kind: 'doing' },
  COMPLETED: { label: '已完成', kind: 'done' },
  EXPIRED: { label: '已过期', kind: 'error' },
  CANCELLED: { label: '已取消', kind: 'locked' },
  REFUNDED: { label: '已退款', kind: 'locked' },
}

export const proofStateLabels: Words<StudentYear['proofState']> = {
  INCOMPLETE: { label: '未达标', kind: 'todo' },
  ISSUED: { label: '有效', kind: 'done' },
  REVOKED: { label: '已撤销', kind: 'error' },
}

export const mergeStateLabels: Words<StudentMerge['state']> = {
  PROPOSED: { label: '待确认', kind: 'warning' },
  DONE: { label: '已合并', kind: 'done' },
  REJECTED: { label: '已驳回', kind: 'locked' },
  WITHDRAWN: { label: '申请人已撤回', kind: 'todo' },
}

export const similarityLabels: Readonly<Record<DeskStudent['alike'][number]['alike'][number], string>> = {
  NAME: '姓名相同',
  ID_TAIL: '证件号末六位相同',
  CERTIFICATE: '证书编号末八位相同',
}

const channelNames = { EMAIL: '邮件', SMS: '短信' } as const
const deliveryWords = {
  WAITING: '等待发送',
  SENT: '已发送',
  FAILED: '未能发出',
  DROPPED: '学员已停止接收',
} as const

export function externalDeliveryText({ channel, state, sentAt }: SentMessage['outside'][number]): string {
  const when = sentAt ? ` ${formatDateTime(sentAt)}` : ''
  return `${channelNames[channel]}${deliveryWords[state]}${when}`
}

/** An unknown event is shown by its code. */
export function securityEventLabel(event: string): string {
  const names: Readonly<Record<string, string>> = securityEventNames
  return names[event] ?? event
}

interface Told {
  name: string
  idNoMasked: string
}

/** Names the fields that suggest two different persons; '' if there are none. */
export function accountDifferenceText(one: Told, other: Told): string {
  const differ = [
    ...(one.name === other.name ? [] : ['姓名']),
    ...(one.idNoMasked === other.idNoMasked ? [] : ['证件号']),
  ]
  return differ.length > 0 ? `两个账号的${differ.join('、')}不同，请先确认是同一个人；合并后不能撤回。` : ''
}
