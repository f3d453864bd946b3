import { z } from 'zod'
import {
  date,
  examState,
  fen,
  hours,
  id,
  instant,
  nothing,
  pageOf,
  pageQuery,
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
import { waitingProof } from './certification_grant.ts'
import { courseCatalogue, demoFilms } from './course-catalogue.ts'
import { courseLearning } from './course-learning.ts'

/** UNPAID: the open order is an employer's, there is nothing for the student to pay */
const employerPays = z.boolean()

export const course = {
  ...courseCatalogue,
  yearList: defineCall({
    method: 'GET',
    path: '/course/v1/year_list',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '可报名的年度',
    request: nothing,
    response: z.object({
      list: z.array(
        z.object({
          year: z.int(),
          planId: id,
          title: z.string(),
          /** what is earned counts for no registration */
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
      /** this one alone, whether or not the student is asked about it */
      year: queryYear.optional(),
    }),
    response: z.object({
      /** the newest year first */
      list: z.array(
        z.object({
          year: z.int(),
          title: z.string(),
          trial: z.boolean(),
          /**
           * DONE · SIGN, PAY, STUDY: what to do next · EMPLOYER: its order of an employer waits to be paid · WAIT: sign-up begins later · PUBLIC: only public hours are missing ·
           * LOST: nothing that is offered fills it any more · ABSENT: the same of a year the student had no part in
           */
          step: z.enum([
            'DONE',
            'SIGN',
            'PAY',
            'EMPLOYER',
            'STUDY',
            'WAIT',
            'PUBLIC',
            'LOST',
            'ABSENT',
          ]),
          signId: id.nullable(),
          missing: perSubject(hours),
          /** the step's last moment; of WAIT its first */
          until: instant.nullable(),
          /** to be paid still */
          price: fen,
          /** of SIGN: the choice that sign-up accepts with the least to watch; null: what is offered cannot fill the hours */
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
    response: pageOf(
      z.object({
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
        /** it is among the courses of this student's sign of the year */
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
      lessons: z.array(
        z.object({ title: z.string(), kind: lessonKind, durationSeconds: z.number() }),
      ),
      trial: z.object({
        videoUrl: z.string(),
        /** WebVTT; null: it has none */
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
    request: nothing,
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
              /** 0–100, of the lessons' length */
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
    request: nothing,
    response: z.object({
      /** the training year in Shanghai now */
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
          /** everything in the ledger for the year */
          earned: perSubject(hours),
          /** of it by reduction, by record */
          reduced: perSubject(hours),
          recorded: perSubject(hours),
          courses: z.object({ total: z.int(), done: z.int() }),
          exams: z.object({ total: z.int(), passed: z.int() }),
          proofState,
          proofId: id.nullable(),
          /** its hours are complete, and the proof is issued by itself once staff have added a font */
          waiting: waitingProof.nullable(),
        }),
      ),
      /** the last 30 days, Shanghai days */
      studySecondsByDay: z.array(z.object({ day: date, seconds: z.number() })),
      todo: z.array(
        z.object({
          kind: z.enum(['SIGN', 'PAY', 'STUDY', 'EVALUATE', 'EXAM', 'PUBLIC_HOURS']),
          year: z.int(),
          title: z.string(),
          signId: id.nullable(),
          /** the sign course, and how far it is studied */
          id: id.nullable(),
          state: stepState.nullable(),
          /** the exam is being sat, and its clock runs */
          running: z.boolean(),
          orderNo: z.string().nullable(),
        }),
      ),
    }),
    refusals: [],
  }),
}
