import type { Message } from './message.ts'

/** What a message is about. */
export const messageKinds: Readonly<Record<Message['kind'], string>> = {
  PAYMENT: '缴费',
  INVOICE: '发票',
  REVIEW: '审核',
  PROOF: '学时证明',
  DEADLINE: '截止提醒',
  ACCOUNT: '账号',
  COURSE: '课程与考试',
}

/** What the list says when it is empty. */
export const messageWords = {
  readAll: '全部标为已读',
  none: '还没有消息',
  noneUnread: '没有未读消息',
  what: '缴费、发票、审核结果、学时证明、课程与考试、账号变更和截止提醒会显示在这里。',
} as const
