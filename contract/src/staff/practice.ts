import { z } from 'zod'
import { emptyRequest, instant } from '../common.ts'
import { defineCall } from '../define.ts'
import { practiceDateKinds } from '../rules/practice-text.ts'

const clock = z.object({
  now: instant,
  /** The portal that the plans were copied from; `copiedAt` is the real time of the copy. */
  source: z.string(),
  copiedAt: instant,
  /** Progress of the jobs after the clock was moved; 0 of 0 before the first move. */
  jobs: z.object({ done: z.int().min(0), all: z.int().min(0) }),
  dates: z.array(
    z.object({
      kind: z.enum(practiceDateKinds),
      plan: z.string().nullable(),
      at: instant,
    }),
  ),
})

/** Only a practice portal has this page for staff (decision 088). */
export const practice = {
  clock: defineCall({
    method: 'GET',
    path: '/practice/v1/clock',
    audience: 'staff',
    permission: 'setting.read',
    summary: '演练环境的时钟：当前演练时间、接下来的计划日期、后台任务的进度',
    request: emptyRequest,
    response: clock,
    refusals: [],
  }),
  moveClock: defineCall({
    method: 'POST',
    path: '/practice/v1/clock',
    audience: 'staff',
    permission: 'setting.edit',
    summary: '把演练时间前移到指定时刻；只能向前，写入操作日志',
    labels: { to: '目标时间' },
    request: z.object({ to: instant }),
    response: clock,
    refusals: ['practice.notForward', 'practice.tooFar'],
  }),
}
