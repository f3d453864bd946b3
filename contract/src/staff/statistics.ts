import { z } from 'zod'
import { date, fen, hours, id, inDayOrder, instant, queryYear, subject } from '../common.ts'
import { defineCall } from '../define.ts'

/** how far people of a year have come, each step of those before it */
const funnelStep = z.enum(['SIGNED', 'PAID', 'LEARNED', 'PASSED', 'PROVEN'])
const hoursSource = z.enum(['COURSE', 'REDUCTION', 'RECORD', 'ADJUST', 'REVERSAL'])

const count = z.int().min(0)
/** people by where they are; OTHER: groups too small to be shown, UNKNOWN: nothing filled in */
const group = z.object({
  kind: z.enum(['NAMED', 'OTHER', 'UNKNOWN']),
  name: z.string(),
  signed: count,
  paid: count,
  proven: count,
})

/** Sums only: nothing of a single person. */
export const yearFigures = z.object({
  /** with a sign or hours of this year */
  people: count,
  funnel: z.array(z.object({ step: funnelStep, count })),
  /** of those who have paid: required hours reached */
  completion: z.object({ professional: count, public: count, both: count }),
  money: z.object({
    orders: count,
    /** orders that were ever paid, in fen; what went back of it, or is going */
    paid: fen,
    refunded: fen,
    kept: fen,
  }),
  proofs: z.object({ valid: count, revoked: count }),
  /** by day in Shanghai; studySeconds are of all years */
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
      /** people who have paid for it, learned it, sat its exam, passed it */
      paid: count,
      learned: count,
      sat: count,
      passed: count,
      /** sittings handed in that stand */
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
      /** of what was approved and stands */
      hours,
    }),
  ),
  hours: z.array(
    z.object({ source: hoursSource, entries: count, professional: hours, public: hours }),
  ),
})

const filter = {
  /** none: the newest planned year that has begun */
  year: queryYear.optional(),
  /** days, both included: narrows what is told by day */
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
    request: inDayOrder(z.object(filter)),
    response: z.object({
      year: z.int(),
      /** its hours and proofs count for no registration */
      trial: z.boolean(),
      years: z.array(z.int()),
      asOf: instant,
      /** newer ones are being worked out: ask again in a minute */
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
    request: inDayOrder(z.object(filter)),
    response: z.object({ name: z.string(), mime: z.string(), content: z.base64() }),
    refusals: [],
  }),
}
