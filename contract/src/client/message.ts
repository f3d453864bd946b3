import { z } from 'zod'
import { emptyRequest, emptyResponse, id, instant, pageQuery, pageShape, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { foldNumber } from '../rules/fold-text.ts'
import { messageKinds } from '../rules/message-kinds.ts'

export const messageKind = z.enum(messageKinds)

export const messageChannel = z.enum(['EMAIL', 'SMS'], '接收方式不正确')

/** One e-mail address only: no mail server can read the text as two addresses. */
const address = text(100)
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._%+-]{0,63}@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, '邮箱格式不正确')

const outside = z.object({
  channels: z.array(
    z.object({
      channel: messageChannel,
      /** Time of the consent to this message channel; null when nothing is sent over it. */
      agreedAt: instant.nullable(),
      to: z.string().nullable(),
    }),
  ),
})

/** Fields that show one message to its reader. */
export const messageContentFields = { id, kind: messageKind, title: z.string(), body: z.string() }

export const message = {
  list: defineCall({
    method: 'GET',
    path: '/message/v1/list',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '站内消息，最新的在前；可以只看未读',
    labels: { unread: '只看未读' },
    request: z.object({
      unread: z.enum(['true', 'false'], '只看未读应为 true 或 false').optional(),
      ...pageQuery,
    }),
    response: pageShape(
      z.object({
        ...messageContentFields,
        link: z.string().nullable(),
        at: instant,
        read: z.boolean(),
      }),
    ),
    refusals: [],
  }),
  unread: defineCall({
    method: 'GET',
    path: '/message/v1/unread',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '未读消息的条数',
    request: emptyRequest,
    response: z.object({ count: z.int() }),
    refusals: [],
  }),
  read: defineCall({
    method: 'POST',
    path: '/message/v1/read',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '把一条消息标为已读；重复没有影响',
    request: z.object({ id }),
    response: emptyResponse,
    refusals: ['common.notFound'],
  }),
  read_all: defineCall({
    method: 'POST',
    path: '/message/v1/read_all',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '把某一时刻之前的消息全部标为已读',
    labels: { before: '时刻' },
    /** Messages that arrived later stay unread. */
    request: z.object({ before: z.iso.datetime('时间格式不正确') }),
    response: z.object({ count: z.int() }),
    refusals: [],
  }),
  outside: defineCall({
    method: 'GET',
    path: '/message/v1/outside',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '站外接收：本平台开通了哪些方式（邮件、短信），本人同意了哪些',
    request: emptyRequest,
    response: outside,
    refusals: [],
  }),
  send_email_code: defineCall({
    method: 'POST',
    path: '/message/v1/send_email_code',
    audience: 'student',
    agreement: 'needed',
    summary: '向邮箱发送验证码：一分钟一次，十分钟内有效',
    request: z.object({ email: address }),
    response: z.object({
      waitSeconds: z.int(),
    }),
    refusals: ['message.channelOff', 'message.codeTooSoon', 'message.codesSpent', 'message.codeNotSent'],
  }),
  agree_email: defineCall({
    method: 'POST',
    path: '/message/v1/agree_email',
    audience: 'student',
    agreement: 'needed',
    summary: '同意用邮件接收通知，凭发到该邮箱的验证码',
    labels: { code: '验证码' },
    request: z.object({
      email: address,
      code: z
        .string('请输入验证码')
        .max(40, { error: '验证码为 6 位数字', abort: true })
        .overwrite(foldNumber)
        .regex(/^\d{6}$/, '验证码为 6 位数字'),
    }),
    response: outside,
    refusals: ['message.channelOff', 'message.wrongCode'],
  }),
  agree_sms: defineCall({
    method: 'POST',
    path: '/message/v1/agree_sms',
    audience: 'student',
    agreement: 'needed',
    summary: '同意用短信接收通知，发到登录手机号；重复没有影响',
    request: emptyRequest,
    response: outside,
    refusals: ['message.channelOff', 'message.agreedTooOften'],
  }),
  withdraw: defineCall({
    method: 'POST',
    path: '/message/v1/withdraw',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '不再用一种方式接收通知：立即停止，等着发送的也不再发；重复没有影响',
    labels: { channel: '接收方式' },
    request: z.object({ channel: messageChannel }),
    response: outside,
    refusals: [],
  }),
}
