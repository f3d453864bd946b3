import { z } from 'zod'
import { emptyRequest, instant, reason } from '../common.ts'
import { defineCall } from '../define.ts'

const rule = z.object({
  key: z.string(),
  title: z.string(),
  explained: z.string(),
  keepDays: z.int().nullable(),
  limits: z.object({ min: z.int(), max: z.int() }).nullable(),
  /** The last night in which the deletion was complete, or null. */
  lastRun: z.object({ at: instant, removed: z.int() }).nullable(),
  removed30: z.int(),
})

export const retention = {
  rules: defineCall({
    method: 'GET',
    path: '/retention/v1/rules',
    audience: 'staff',
    permission: 'retention.read',
    summary: '数据保留：每一类数据留多久、为什么、最近一次清理删了多少',
    request: emptyRequest,
    response: z.object({ list: z.array(rule) }),
    refusals: [],
  }),
  set: defineCall({
    method: 'POST',
    path: '/retention/v1/set',
    audience: 'staff',
    permission: 'retention.edit',
    summary: '修改一类数据的保留天数；写入操作日志',
    labels: { key: '规则', keepDays: '保留天数', before: '原保留天数' },
    request: z.object({
      key: z.string('请选择规则').max(40, '规则不正确'),
      keepDays: z.int('请填写整数天数').min(1, '至少 1 天').max(36_500, '过长'),
      /** The number of days shown on the page, to detect concurrent changes. */
      before: z.int('原保留天数不正确'),
      reason,
    }),
    response: rule,
    refusals: ['retention.noSuchRule', 'retention.outOfLimits', 'retention.stale'],
  }),
}
