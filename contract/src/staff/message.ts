import { z } from 'zod'
import { messageChannel } from '../client/message.ts'
import { emptyRequest, instant } from '../common.ts'
import { defineCall } from '../define.ts'

/** Numbers of e-mails and SMS by gateway code, without personal data. */
const deliveries = z.object({
  days: z.int(),
  channels: z.array(
    z.object({
      channel: messageChannel,
      on: z.boolean(),
      waiting: z.int(),
      oldestAt: instant.nullable(),
      sent: z.int(),
      failed: z.int(),
      dropped: z.int(),
    }),
  ),
  failures: z.array(
    z.object({
      channel: messageChannel,
      /**
       * TOO_LATE: the message waited a day. NO_ANSWER: the portal stopped while sending. ATTACHMENT_UNREADABLE: its file
       * could not be read. Otherwise the code of the gateway.
       */
      reason: z.string(),
      count: z.int(),
      latestAt: instant,
    }),
  ),
})

export const message = {
  deliveries: defineCall({
    method: 'GET',
    path: '/message/v1/deliveries',
    audience: 'staff',
    permission: 'message.deliver',
    summary: '邮件与短信的投递：等待、发出、失败各多少，为什么失败',
    request: emptyRequest,
    response: deliveries,
    refusals: [],
  }),
  retry: defineCall({
    method: 'POST',
    path: '/message/v1/retry',
    audience: 'staff',
    permission: 'message.deliver',
    summary: '重新投递一种方式因同一原因没有发出的消息；已撤回同意的除外；重复没有影响',
    labels: { channel: '接收方式' },
    request: z.object({
      channel: messageChannel,
      reason: z.string('请选择失败原因').min(1, '请选择失败原因').max(100, '失败原因不正确'),
    }),
    response: z.object({ count: z.int() }),
    refusals: ['message.channelOff'],
  }),
}
