import { formatDateTime } from '@ce/client/format.ts'
import type { Outside } from '@ce/client/message.ts'
import { messageKinds } from '@ce/client/message-text.ts'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'

type Channel = Outside['channel']

const kinds = Object.values(messageKinds).join('、')

export const outsideWords = {
  /** what a link there is called, and what stands there while it is not known what the portal has */
  ways: '接收方式',
  title: '邮件与短信通知',
  explained: `站内消息（${kinds}）可以同时发到站外。自愿开通，随时可以停止；停止后立即不再发送，等待发送的也一并取消。`,
  email: '用邮件接收通知',
  agree: '同意并开通',
  emailExplained: '邮件里有通知的标题和内容。验证码发到这个邮箱，确认是您本人的。',
  change: '更换邮箱',
  stop: '停止接收',
  codeHint: '6 位数字，10 分钟内有效',
} as const

export const channelWords: Readonly<
  Record<Channel, { name: string; what: string; agree: string; stopped: string }>
> = {
  EMAIL: {
    name: '邮件',
    what: '发送通知的标题和内容。',
    agree: '开通邮件通知',
    stopped: '不再发送邮件',
  },
  SMS: {
    name: '短信',
    what: '只提示有哪一类通知，内容登录后查看；22:00 至次日 8:00 不发送。',
    agree: '同意并开通短信通知',
    stopped: '不再发送短信',
  },
}

/** Whether it is on. */
export function outsideState({ agreedAt }: Outside): { label: string; kind: StatusKind } {
  return agreedAt ? { label: '已开通', kind: 'done' } : { label: '未开通', kind: 'todo' }
}

/** Where to, and since when. */
export function outsideLine({ channel, agreedAt, to }: Outside): string {
  const where = channel === 'SMS' ? `登录手机号 ${to}` : to
  return [where, agreedAt && `${formatDateTime(agreedAt)} 同意`].filter(Boolean).join('，')
}
