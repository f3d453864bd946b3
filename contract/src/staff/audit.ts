import { z } from 'zod'
import { date, inDayOrder, instant, pageOf, pageQuery } from '../common.ts'
import { defineCall } from '../define.ts'
import { foldKeyword } from '../rules/fold-text.ts'
import { searchLimits, tooLong } from '../rules/search-limits.ts'

const filter = z
  .string('应为文字')
  .max(searchLimits.audit, { error: tooLong(searchLimits.audit), abort: true })
  .overwrite(foldKeyword)
  .optional()

export const audit = {
  list: defineCall({
    method: 'GET',
    path: '/audit/v1/list',
    audience: 'staff',
    permission: 'audit.read',
    summary: '操作日志：谁、何时、从哪里、做了什么、前后有何不同',
    labels: { subject: '对象编号' },
    request: inDayOrder(
      z.object({
        /** username or name */
        actor: filter,
        action: filter,
        subject: filter,
        from: date.optional(),
        to: date.optional(),
        ...pageQuery,
      }),
    ),
    response: pageOf(
      z.object({
        id: z.string(),
        at: instant,
        actor: z.string(),
        /** staff and employers by name; a student where the reader may see students */
        actorName: z.string().nullable(),
        action: z.string(),
        subject: z.string(),
        /** what that row is called today, where it still exists and the reader may see it */
        subjectName: z.string().nullable(),
        ip: z.string().nullable(),
        /** before, after, reason and whatever else was told; never a secret */
        detail: z.record(z.string(), z.unknown()),
      }),
    ),
    refusals: [],
  }),
}
