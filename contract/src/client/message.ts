import { z } from 'zod'
import { done, id, instant, nothing, pageOf, pageQuery } from '../common.ts'
import { defineCall } from '../define.ts'

const messageKind = z.enum(['PAYMENT', 'INVOICE', 'REVIEW', 'PROOF', 'DEADLINE', 'ACCOUNT'])

export const message = {
  list: defineCall({
    method: 'GET',
    path: '/message/v1/list',
    audience: 'student',
    summary: '站内消息，最新的在前；可以只看未读',
    labels: { unread: '只看未读' },
    request: z.object({
      unread: z.enum(['true', 'false'], '只看未读应为 true 或 false').optional(),
      ...pageQuery,
    }),
    response: pageOf(
      z.object({
        id,
        kind: messageKind,
        title: z.string(),
        body: z.string(),
        /** a page of the portal; null: nothing to be done there */
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
    summary: '未读消息的条数',
    request: nothing,
    response: z.object({ count: z.int() }),
    refusals: [],
  }),
  read: defineCall({
    method: 'POST',
    path: '/message/v1/read',
    audience: 'student',
    summary: '把一条消息标为已读；重复没有影响',
    request: z.object({ id }),
    response: done,
    refusals: ['common.notFound'],
  }),
  read_all: defineCall({
    method: 'POST',
    path: '/message/v1/read_all',
    audience: 'student',
    summary: '把某一时刻之前的消息全部标为已读',
    labels: { before: '时刻' },
    /** what came after the page was read stays unread */
    request: z.object({ before: z.iso.datetime('时间格式不正确') }),
    response: z.object({ count: z.int() }),
    refusals: [],
  }),
}
