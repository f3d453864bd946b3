import { formatDateTime } from '@ce/client/format.ts'
import type {
  Student,
  StudentHead,
  StudentMerge,
  StudentYear,
  ToldMessage,
} from '@ce/client/staff/student_desk.ts'
import { securityEventNames } from '@ce/contract/security-event-names'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

type Words<Code extends string> = Readonly<Record<Code, { label: string; kind: StatusKind }>>

export const stateWords: Words<StudentHead['state']> = {
  ACTIVE: { label: '正常', kind: 'done' },
  LOCKED: { label: '暂时锁定', kind: 'warning' },
  CLOSED: { label: '已合并关闭', kind: 'locked' },
  ERASED: { label: '已注销', kind: 'locked' },
}

/** Whether anybody can still sign in to it, or do something to it. */
export const isOpen = (state: StudentHead['state']) => state === 'ACTIVE' || state === 'LOCKED'

export const signWords: Words<NonNullable<StudentYear['signState']>> = {
  UNPAID: { label: '待缴费', kind: 'todo' },
  STUDYING: { label: '学习中', kind: 'doing' },
  COMPLETED: { label: '已完成', kind: 'done' },
  EXPIRED: { label: '已过期', kind: 'error' },
  CANCELLED: { label: '已取消', kind: 'locked' },
  REFUNDED: { label: '已退款', kind: 'locked' },
}

export const proofWords: Words<StudentYear['proofState']> = {
  INCOMPLETE: { label: '未达标', kind: 'todo' },
  ISSUED: { label: '有效', kind: 'done' },
  REVOKED: { label: '已撤销', kind: 'error' },
}

export const mergeWords: Words<StudentMerge['state']> = {
  PROPOSED: { label: '待确认', kind: 'warning' },
  DONE: { label: '已合并', kind: 'done' },
  REJECTED: { label: '已驳回', kind: 'locked' },
  WITHDRAWN: { label: '申请人已撤回', kind: 'todo' },
}

export const alikeWords: Readonly<Record<Student['alike'][number]['alike'][number], string>> = {
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

/** What became of a message by one way out of the portal. */
export function outsideWords({ channel, state, sentAt }: ToldMessage['outside'][number]): string {
  const when = sentAt ? ` ${formatDateTime(sentAt)}` : ''
  return `${channelNames[channel]}${deliveryWords[state]}${when}`
}

/** An event of the security log in Chinese; its code when this version does not know it. */
export function eventWords(event: string): string {
  const names: Readonly<Record<string, string>> = securityEventNames
  return names[event] ?? event
}

interface Told {
  name: string
  idNoMasked: string
}

/** What says that two accounts are two people's; empty when nothing does. */
export function differenceWords(one: Told, other: Told): string {
  const differ = [
    ...(one.name === other.name ? [] : ['姓名']),
    ...(one.idNoMasked === other.idNoMasked ? [] : ['证件号']),
  ]
  return differ.length > 0
    ? `两个账号的${differ.join('、')}不同，请先确认是同一个人；合并后不能撤回。`
    : ''
}
