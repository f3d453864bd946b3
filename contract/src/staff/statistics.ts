import { z } from 'zod'
import { date, fen, hours, id, instant, queryYear, requireDayOrder, subject } from '../common.ts'
import { defineCall } from '../define.ts'

/** Each step counts only people who reached the step before. */
const funnelStep = z.enum(['SIGNED', 'PAID', 'LEARNED', 'PASSED', 'PROVEN'])
const hoursSource = z.enum(['COURSE', 'REDUCTION', 'RECORD', 'ADJUST', 'REVERSAL'])

const count = z.int().min(0)
const group = z.object({
  kind: z.enum(['NAMED', 'OTHER', 'UNKNOWN']),
  name: z.string(),
  signed: count,
  paid: count,
  proven: count,
})

/** The figures are sums only and contain no personal data. */
export const yearFigures = z.object({
  people: count,
  funnel: z.array(z.object({ step: funnelStep, count })),
  /** Numbers of people who paid and reached the required hours, by subject. */
  completion: z.object({ professional: count, public: count, both: count }),
  money: z.object({
    orders: count,
    /** In fen: `paid` is the sum of all orders ever paid, `refunded` what was or is being refunded. */
    paid: fen,
    refunded: fen,
    kept: fen,
  }),
  proofs: z.object({ valid: count, revoked: count }),
  /** Figures by day of Asia/Shanghai; `studySeconds` cover all years. */
  days: z.array(
    z.object({
      day: z.string(),
      signs: count,
      studySeconds: z.number(),
      passes: count,
      proofs: count,
    }),
  ),
  cities: z.array(group),
  employers: z.array(group),
  courses: z.array(
    z.object({
      courseId: id,
      title: z.string(),
      subject,
      /** Numbers of people who paid for, studied, attempted and passed the course. */
      paid: count,
      learned: count,
      sat: count,
      passed: count,
      attempts: count,
      passedAttempts: count,
      averageScore: z.number().nullable(),
    }),
  ),
  reductions: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      submitted: count,
      approved: count,
      rejected: count,
      hours,
    }),
  ),
  hours: z.array(z.object({ source: hoursSource, entries: count, professional: hours, public: hours })),
})

const filter = {
  year: queryYear.optional(),
  from: date.optional(),
  to: date.optional(),
}

export const statistics = {
  year: defineCall({
    method: 'GET',
    path: '/statistics/v1/year',
    audience: 'staff',
    permission: 'statistics.read',
    summary: '一个年度的统计：只有合计，不含个人信息；数据截至 asOf',
    request: requireDayOrder(z.object(filter)),
    response: z.object({
      year: z.int(),
      trial: z.boolean(),
      years: z.array(z.int()),
      asOf: instant,
      /** New figures are being computed; ask again in a minute. */
      renewing: z.boolean(),
      figures: yearFigures,
    }),
    refusals: [],
  }),
  export: defineCall({
    method: 'POST',
    path: '/statistics/v1/export',
    audience: 'staff',
    permission: 'statistics.read',
    summary: '导出一个年度的统计（Excel，Base64）；写入操作日志',
    request: requireDayOrder(z.object(filter)),
    response: z.object({ name: z.string(), mime: z.string(), content: z.base64() }),
    refusals: [],
  }),
}
