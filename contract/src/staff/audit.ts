import { z } from 'zod'
import { date, instant, pageOf, pageQuery } from '../common.ts'
import { defineCall } from '../define.ts'

const filter = z.string('应为文字').trim().max(100, '过长').optional()

export const audit = {
  list: defineCall({
    method: 'GET',
    path: '/audit/v1/list',
    audience: 'staff',
    permission: 'audit.read',
    summary: '操作日志：谁、何时、从哪里、做了什么、前后有何不同',
    request: z.object({
      /** username or name */
      actor: filter,
      action: filter,
      subject: filter,
      from: date.optional(),
      to: date.optional(),
      ...pageQuery,
    }),
    response: pageOf(
      z.object({
        id: z.string(),
        at: instant,
        actor: z.string(),
        actorName: z.string().nullable(),
        action: z.string(),
        subject: z.string(),
        ip: z.string().nullable(),
        /** before, after, reason and whatever else was told; never a secret */
        detail: z.record(z.string(), z.unknown()),
      }),
    ),
    refusals: [],
  }),
}
