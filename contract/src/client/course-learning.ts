import { z } from 'zod'
import {
  emptyResponse,
  examState,
  hours,
  id,
  instant,
  mediaSeconds,
  pageQuery,
  subject,
  teacher,
  text,
} from '../common.ts'
import { defineCall } from '../define.ts'
import { lessonKind, studyRecord } from '../study-record.ts'

export const presenceCheck = z.object({
  id,
  /**
   * From this time on, playback earns no credit until the student confirms presence. The page asks one second later
   * (decision 039).
   */
  dueAt: instant,
  answerBy: instant,
})

export const takeoverTarget = z.object({
  device: z.string(),
  at: instant,
  courseTitle: z.string(),
  lessonTitle: z.string(),
})
export const courseLearning = {
  learnCourseDetail: defineCall({
    method: 'GET',
    path: '/course/v1/learn_course_detail',
    audience: 'student',
    agreement: 'toBegin',
    summary: '一门课程的学习详情',
    request: z.object({ id }),
    response: z.object({
      id,
      signId: id,
      year: z.int(),
      trial: z.boolean(),
      /** Study round, from 1; a new round starts when all exam attempts of a round have failed. */
      round: z.int(),
      course: z.object({
        id,
        title: z.string(),
        intro: z.string(),
        coverUrl: z.string().nullable(),
        subject,
        hours,
        teacher: teacher.extend({ employer: z.string(), intro: z.string() }),
      }),
      lessons: z.array(
        z.object({
          id,
          title: z.string(),
          kind: lessonKind,
          durationSeconds: z.number(),
          videoUrl: z.string().nullable(),
          /** A data-saving version of the video, equally long within half a second. */
          lowVideoUrl: z.string().nullable(),
          /** Address of a WebVTT file. */
          captionsUrl: z.string().nullable(),
          furthestSeconds: z.number(),
          creditedSeconds: z.number(),
          /** Credited ranges of the lesson in media seconds. */
          covered: z.array(z.tuple([z.number(), z.number()])),
          resumeAt: z.number(),
          done: z.boolean(),
        }),
      ),
      /** New video addresses must be loaded before this time. */
      videoUrlsUntil: instant,
      /** The value is false after the end of study time: lessons play but earn no credit. */
      studyOpen: z.boolean(),
      studyEndAt: instant,
      /** Until this time, heartbeats recorded before the end of study time are accepted. */
      lateUntil: instant.nullable(),
      evaluated: z.boolean(),
      examState,
    }),
    refusals: ['course.notFound', 'course.notPaid'],
  }),
  learnArticle: defineCall({
    method: 'GET',
    path: '/course/v1/learn_article',
    audience: 'student',
    agreement: 'toBegin',
    summary: '文章课时的正文，以及阅读计时的规则',
    request: z.object({ id, lessonId: id }),
    response: z.object({
      lessonId: id,
      title: z.string(),
      html: z.string(),
      /** The reading clock stops after so many seconds without movement. */
      idleSeconds: z.int(),
    }),
    refusals: ['course.notFound', 'course.notPaid', 'course.lessonNotFound', 'course.notArticle'],
  }),
  learnProcess: defineCall({
    method: 'POST',
    path: '/course/v1/learn_process',
    audience: 'student',
    agreement: 'toBegin',
    summary: '学习心跳：上报观看区间，服务器裁定学时',
    request: z.object({
      id,
      lessonId: id,
      playSessionId: id,
      seq: z.int('序号应为整数').min(0, '序号从 0 开始').max(10_000_000, '序号过大'),
      event: z.enum(['start', 'beat', 'pause', 'seek', 'end', 'hide', 'presence'], '事件不正确'),
      position: mediaSeconds,
      intervals: z
        .array(z.tuple([mediaSeconds, mediaSeconds]), '本次学习记录无法读取，请刷新页面后继续学习')
        .max(200, '观看区间过多'),
      presenceId: id.optional(),
      /**
       * End of the film in the player when it differs from the lesson. The server checks the film again and credits
       * nothing.
       */
      filmEnd: mediaSeconds.optional(),
      /** Age of the heartbeat in seconds, at most one day. It decides the day of the credit, never the amount. */
      ageSeconds: z.number('应为秒数').min(0, '不能小于 0').max(86_400, '过大').optional(),
    }),
    response: z.object({
      creditedSeconds: z.number(),
      furthestSeconds: z.number(),
      lessonDone: z.boolean(),
      courseDone: z.boolean(),
      presence: presenceCheck.nullable(),
      serverNow: instant,
      /** The page or device that took over the play session. Also in `data` of course.takenOver. */
      movedTo: takeoverTarget.nullable(),
    }),
    refusals: [
      'course.notFound',
      'course.notPaid',
      'course.studyClosed',
      'course.lessonNotFound',
      'course.positionBeyondLesson',
      'course.badIntervals',
      'course.beatConflict',
      'course.takenOver',
      'course.sessionNotOpen',
      'course.presenceEarly',
      'course.presenceExpired',
      'course.tooManyBeats',
    ],
  }),
  learnRecord: defineCall({
    method: 'GET',
    path: '/course/v1/learn_record',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '学时来源：一个课时计入的区间，以及每条学习记录的处理结果',
    request: z.object({ id, lessonId: id, ...pageQuery }),
    response: studyRecord,
    refusals: ['course.notFound', 'course.lessonNotFound', 'course.recordUnavailable'],
  }),
  evaluate: defineCall({
    method: 'POST',
    path: '/course/v1/evaluate',
    audience: 'student',
    agreement: 'needed',
    summary: '课程评价（考试前必须完成）',
    request: z.object({
      id,
      content: z.int('请评分').min(1, '请评 1–5 分').max(5, '请评 1–5 分'),
      teacher: z.int('请评分').min(1, '请评 1–5 分').max(5, '请评 1–5 分'),
      usefulness: z.int('请评分').min(1, '请评 1–5 分').max(5, '请评 1–5 分'),
      text: text(200).optional(),
    }),
    response: emptyResponse,
    refusals: ['course.notFound', 'course.notPaid', 'course.notStudied', 'course.alreadyEvaluated'],
  }),
}
