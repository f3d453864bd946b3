import type { Message } from './message.ts'

export const messageKindLabels: Readonly<Record<Message['kind'], string>> = {
  PAYMENT: '缴费',
  INVOICE: '发票',
  REVIEW: '审核',
  PROOF: '学时证明',
  DEADLINE: '截止提醒',
  ACCOUNT: '账号',
  COURSE: '课程与考试',
}

export const noMessagesText = {
  readAll: '全部标为已读',
  none: '还没有消息',
  noneUnread: '没有未读消息',
  what: '缴费、发票、审核结果、学时证明、课程与考试、账号变更和截止提醒会显示在这里。',
} as const
