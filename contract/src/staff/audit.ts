import { z } from 'zod'
import { date, instant, pageQuery, pageShape, requireDayOrder } from '../common.ts'
import { defineCall } from '../define.ts'
import { foldKeyword } from '../rules/fold-text.ts'
import { maxCharactersText, searchLimits } from '../rules/search-limits.ts'

const filter = z
  .string('应为文字')
  .max(searchLimits.audit, { error: maxCharactersText(searchLimits.audit), abort: true })
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
    request: requireDayOrder(
      z.object({
        actor: filter,
        action: filter,
        subject: filter,
        from: date.optional(),
        to: date.optional(),
        ...pageQuery,
      }),
    ),
    response: pageShape(
      z.object({
        id: z.string(),
        at: instant,
        actor: z.string(),
        /** Names of students are shown only to staff who may read students. */
        actorName: z.string().nullable(),
        action: z.string(),
        subject: z.string(),
        /** Current name of the audited row, when the row exists and the reader may see it. */
        subjectName: z.string().nullable(),
        ip: z.string().nullable(),
        /** The values before and after, the reason and other facts, but no secrets. */
        detail: z.record(z.string(), z.unknown()),
      }),
    ),
    refusals: [],
  }),
}
