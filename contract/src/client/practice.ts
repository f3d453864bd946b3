import { z } from 'zod'
import { instant, nothing } from '../common.ts'
import { defineCall } from '../define.ts'

/** Calls that are there in a practice portal alone (decision 088): any other portal answers that there is no such call. */
export const practice = {
  time: defineCall({
    method: 'GET',
    path: '/practice/v1/time',
    audience: 'public',
    summary: '演练环境的当前时间',
    request: nothing,
    response: z.object({ now: instant }),
    refusals: [],
  }),
}
