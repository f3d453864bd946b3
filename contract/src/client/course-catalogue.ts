import { z } from 'zod'
import {
  fen,
  hours,
  id,
  instant,
  pageQuery,
  pageShape,
  perSubject,
  queryYear,
  subject,
  teacher,
  text,
} from '../common.ts'
import { defineCall } from '../define.ts'
import { searchLimits } from '../rules/search-limits.ts'
import { lessonKind } from '../study-record.ts'

/** The films of the course are short demonstrations supplied with the portal. */
export const demoFilms = z.boolean()

const offeredPlan = z.object({
  year: z.int(),
  title: z.string(),
  trial: z.boolean(),
  state: z.enum(['UPCOMING', 'OPEN']),
  signStartAt: instant,
  signEndAt: instant,
  studyEndAt: instant,
  price: fen,
  requiredHours: perSubject(hours),
})

export const catalogueItem = z.object({
  id,
  title: z.string(),
  intro: z.string(),
  coverUrl: z.string().nullable(),
  teacher,
  hours,
  durationSeconds: z.number(),
  demo: demoFilms,
  subject,
  required: z.boolean(),
  canTrySee: z.boolean(),
})

// Accepts any text as plan id, so that an unknown address gets notFound instead of a format error.
const ofYear = z.object({
  year: queryYear,
  id: z.string('请给出课程编号').max(200, '课程编号过长'),
})

export const courseCatalogue = {
  catalogue: defineCall({
    method: 'GET',
    path: '/course/v1/catalogue',
    audience: 'public',
    summary: '课程目录：可报名和即将报名的年度，及其中一个年度的课程',
    request: z.object({
      year: queryYear.optional(),
      subject: subject.optional(),
      keyword: text(searchLimits.courses).optional(),
      ...pageQuery,
    }),
    response: pageShape(catalogueItem).extend({
      plans: z.array(offeredPlan),
      plan: offeredPlan.nullable(),
    }),
    refusals: [],
  }),
  catalogueCourse: defineCall({
    method: 'GET',
    path: '/course/v1/catalogue_course',
    audience: 'public',
    summary: '课程目录中的一门课程：简介、教师、课时、考试规则和年度费用',
    request: ofYear,
    response: catalogueItem.extend({
      plan: offeredPlan,
      teacher: teacher.extend({ employer: z.string(), intro: z.string() }),
      lessons: z.array(z.object({ title: z.string(), kind: lessonKind, durationSeconds: z.number() })),
      exam: z.object({
        singleCount: z.int(),
        multipleCount: z.int(),
        judgeCount: z.int(),
        pointsEach: z.number(),
        passMark: z.int(),
        examSeconds: z.int(),
        attemptsPerRound: z.int(),
      }),
    }),
    refusals: ['course.notFound'],
  }),
  catalogueTrial: defineCall({
    method: 'GET',
    path: '/course/v1/catalogue_trial',
    audience: 'public',
    summary: '免费试看：第一课时的开头，无需登录，不计学时',
    request: ofYear,
    response: z.object({
      videoUrl: z.string(),
      /** Address of a WebVTT file. */
      captionsUrl: z.string().nullable(),
      seconds: z.number(),
    }),
    refusals: ['course.notFound', 'course.noTrial'],
  }),
}
