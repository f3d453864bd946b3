import { z } from 'zod'
import {
  fen,
  hours,
  id,
  instant,
  pageOf,
  pageQuery,
  perSubject,
  queryYear,
  subject,
  teacher,
  text,
} from '../common.ts'
import { defineCall } from '../define.ts'
import { searchLimits } from '../rules/search-limits.ts'
import { lessonKind } from '../study-record.ts'

/** the course's films are short demonstrations that came with the portal */
export const demoFilms = z.boolean()

/** A year that can be signed up for, now or soon. */
const offeredPlan = z.object({
  year: z.int(),
  title: z.string(),
  /** what is earned counts for no registration */
  trial: z.boolean(),
  state: z.enum(['UPCOMING', 'OPEN']),
  signStartAt: instant,
  signEndAt: instant,
  studyEndAt: instant,
  price: fen,
  requiredHours: perSubject(hours),
})

const catalogueItem = z.object({
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

// any text for an id: an address that names no course is not found, whatever it looks like
const ofYear = z.object({
  year: queryYear,
  id: z.string('请给出课程编号').max(200, '课程编号过长'),
})

/** What visitors see before they register or pay. */
export const courseCatalogue = {
  catalogue: defineCall({
    method: 'GET',
    path: '/course/v1/catalogue',
    audience: 'public',
    summary: '课程目录：可报名和即将报名的年度，及其中一个年度的课程',
    request: z.object({
      /** left out: the newest year that is open */
      year: queryYear.optional(),
      subject: subject.optional(),
      keyword: text(searchLimits.courses).optional(),
      ...pageQuery,
    }),
    response: pageOf(catalogueItem).extend({
      /** the newest year first, trial years last */
      plans: z.array(offeredPlan),
      /** whose courses are listed; null: the year is not offered, or none is */
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
      lessons: z.array(
        z.object({ title: z.string(), kind: lessonKind, durationSeconds: z.number() }),
      ),
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
      /** holds nothing but these seconds; good for ten minutes */
      videoUrl: z.string(),
      /** WebVTT; null: it has none */
      captionsUrl: z.string().nullable(),
      seconds: z.number(),
    }),
    refusals: ['course.notFound', 'course.noTrial'],
  }),
}
