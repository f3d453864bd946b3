import { z } from 'zod'
import {
  date,
  emptyRequest,
  examState,
  fen,
  hours,
  id,
  instant,
  pageQuery,
  pageShape,
  perSubject,
  planState,
  proofState,
  queryYear,
  signState,
  stepState,
  subject,
  teacher,
  text,
  year,
} from '../common.ts'
import { defineCall } from '../define.ts'
import { searchLimits } from '../rules/search-limits.ts'
import { lessonKind } from '../study-record.ts'
import { proofWaitingForFont } from './certification_grant.ts'
import { catalogueItem, courseCatalogue, demoFilms } from './course-catalogue.ts'
import { courseLearning } from './course-learning.ts'

/** The open order belongs to an employer, so the student has nothing to pay. */
const employerPays = z.boolean()

export const course = {
  ...courseCatalogue,
  yearList: defineCall({
    method: 'GET',
    path: '/course/v1/year_list',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '可报名的年度',
    request: emptyRequest,
    response: z.object({
      list: z.array(
        z.object({
          year: z.int(),
          planId: id,
          title: z.string(),
          trial: z.boolean(),
          state: planState,
          signStartAt: instant,
          signEndAt: instant,
          studyEndAt: instant,
          price: fen,
          requiredHours: perSubject(hours),
          signId: id.optional(),
          signState: signState.optional(),
          employerPays,
        }),
      ),
    }),
    refusals: [],
  }),
  yearPlan: defineCall({
    method: 'GET',
    path: '/course/v1/year_plan',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '各年度还缺什么、到什么时候、最省的办法',
    request: z.object({
      year: queryYear.optional(),
    }),
    response: z.object({
      list: z.array(
        z.object({
          year: z.int(),
          title: z.string(),
          trial: z.boolean(),
          /**
           * SIGN, PAY and STUDY are next steps. EMPLOYER: an order waits for the employer. WAIT: sign-up is not open.
           * PUBLIC: only public hours are missing. LOST and ABSENT: the year can no longer be completed; ABSENT means
           * no sign-up exists.
           */
          step: z.enum(['DONE', 'SIGN', 'PAY', 'EMPLOYER', 'STUDY', 'WAIT', 'PUBLIC', 'LOST', 'ABSENT']),
          signId: id.nullable(),
          missing: perSubject(hours),
          /** End of the step's period; for WAIT the time when sign-up opens. */
          until: instant.nullable(),
          price: fen,
          /** For SIGN, the valid course choice with the least study time; null when no choice reaches the hours. */
          way: z
            .array(
              z.object({
                id,
                title: z.string(),
                hours,
                required: z.boolean(),
                durationSeconds: z.number(),
                demo: demoFilms,
              }),
            )
            .nullable(),
        }),
      ),
    }),
    refusals: [],
  }),
  courseList: defineCall({
    method: 'POST',
    path: '/course/v1/course_list',
    audience: 'student',
    agreement: 'needed',
    summary: '某年度的课程',
    request: z.object({
      year,
      subject: subject.optional(),
      keyword: text(searchLimits.courses).optional(),
      ...pageQuery,
    }),
    response: pageShape(
      catalogueItem.extend({
        chosen: z.boolean(),
      }),
    ),
    refusals: [],
  }),
  trySee: defineCall({
    method: 'GET',
    path: '/course/v1/try_see',
    audience: 'student',
    agreement: 'needed',
    summary: '试看（不计学时）',
    request: z.object({ id }),
    response: z.object({
      id,
      title: z.string(),
      intro: z.string(),
      teacher: teacher.extend({ employer: z.string(), intro: z.string() }),
      demo: demoFilms,
      lessons: z.array(z.object({ title: z.string(), kind: lessonKind, durationSeconds: z.number() })),
      trial: z.object({
        videoUrl: z.string(),
        /** Address of a WebVTT file. */
        captionsUrl: z.string().nullable(),
        seconds: z.number(),
      }),
    }),
    refusals: ['course.notFound', 'course.noTrial'],
  }),
  myCourse: defineCall({
    method: 'GET',
    path: '/course/v1/my_course',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '我的课程，按年度报名',
    request: emptyRequest,
    response: z.object({
      list: z.array(
        z.object({
          signId: id,
          year: z.int(),
          title: z.string(),
          trial: z.boolean(),
          state: signState,
          employerPays,
          studyEndAt: instant,
          required: perSubject(hours),
          earned: perSubject(hours),
          courses: z.array(
            z.object({
              id,
              courseId: id,
              title: z.string(),
              coverUrl: z.string().nullable(),
              teacher,
              hours,
              subject,
              required: z.boolean(),
              progress: z.int(),
              state: stepState,
              evaluated: z.boolean(),
              examState,
              bestScore: z.int().nullable(),
            }),
          ),
        }),
      ),
    }),
    refusals: [],
  }),
  ...courseLearning,
  myAnlysis: defineCall({
    method: 'GET',
    path: '/course/v1/my_anlysis',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '我的学时分析与待办',
    request: emptyRequest,
    response: z.object({
      thisYear: z.int(),
      years: z.array(
        z.object({
          year: z.int(),
          title: z.string(),
          trial: z.boolean(),
          signId: id.nullable(),
          signState: signState.nullable(),
          planState,
          required: perSubject(hours),
          earned: perSubject(hours),
          reduced: perSubject(hours),
          recorded: perSubject(hours),
          courses: z.object({ total: z.int(), done: z.int() }),
          exams: z.object({ total: z.int(), passed: z.int() }),
          proofState,
          proofId: id.nullable(),
          waiting: proofWaitingForFont.nullable(),
        }),
      ),
      studySecondsByDay: z.array(z.object({ day: date, seconds: z.number() })),
      todo: z.array(
        z.object({
          kind: z.enum(['SIGN', 'PAY', 'STUDY', 'EVALUATE', 'EXAM', 'PUBLIC_HOURS']),
          year: z.int(),
          title: z.string(),
          signId: id.nullable(),
          id: id.nullable(),
          state: stepState.nullable(),
          running: z.boolean(),
          orderNo: z.string().nullable(),
        }),
      ),
    }),
    refusals: [],
  }),
}
