import { z } from 'zod'
import { emptyRequest, instant } from '../common.ts'
import { defineCall } from '../define.ts'

/** Only practice portals have these calls (decision 088). */
export const practice = {
  time: defineCall({
    method: 'GET',
    path: '/practice/v1/time',
    audience: 'public',
    summary: '演练环境的当前时间',
    request: emptyRequest,
    response: z.object({ now: instant }),
    refusals: [],
  }),
}
