import { z } from 'zod'
import { instant, nothing } from '../common.ts'
import { defineCall } from '../define.ts'
import { practiceDates } from '../rules/practice-words.ts'

const clock = z.object({
  now: instant,
  /** where the plans were copied from, and when in real time */
  source: z.string(),
  copiedAt: instant,
  /** what the portal does by itself, once after each move: how much of it is done. 0 of 0: the clock has not been moved yet */
  jobs: z.object({ done: z.int().min(0), all: z.int().min(0) }),
  /** what comes next of each plan that is open, and of the year; in order of time */
  dates: z.array(
    z.object({
      kind: z.enum(practiceDates),
      /** of which plan; null: of none */
      plan: z.string().nullable(),
      at: instant,
    }),
  ),
})

/** The desk 演练时钟, in a practice portal alone (decision 088). */
export const practice = {
  clock: defineCall({
    method: 'GET',
    path: '/practice/v1/clock',
    audience: 'staff',
    permission: 'setting.read',
    summary: '演练环境的时钟：当前演练时间、接下来的计划日期、后台任务的进度',
    request: nothing,
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
