import { z } from 'zod'
import {
  done,
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

export const presence = z.object({
  id,
  /** what is played after it counts once it is answered; the question shows a second later (decision 039) */
  dueAt: instant,
  /** until when it can be answered */
  answerBy: instant,
})

export const movedTo = z.object({
  /** as its owner would say it */
  device: z.string(),
  at: instant,
  courseTitle: z.string(),
  lessonTitle: z.string(),
})
/** What a student does inside one course: its lessons, the beats, where its figures come from, the evaluation. */
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
      /** of a trial plan: what it gives counts for no registration */
      trial: z.boolean(),
      /** of study, from 1: when every attempt of one has failed, the next begins and all lessons with it */
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
          /** null for what is read: its text is learn_article's */
          videoUrl: z.string().nullable(),
          /** 省流量: the same in a fraction of the data, as long to half a second; null: there is none */
          lowVideoUrl: z.string().nullable(),
          /** WebVTT; null: it has none */
          captionsUrl: z.string().nullable(),
          furthestSeconds: z.number(),
          creditedSeconds: z.number(),
          /** credited stretches, media seconds */
          covered: z.array(z.tuple([z.number(), z.number()])),
          resumeAt: z.number(),
          done: z.boolean(),
        }),
      ),
      /** the videos' addresses are good until then; ask again for fresh ones before */
      videoUrlsUntil: instant,
      /** false when study time has ended: lessons can be watched, nothing is credited */
      studyOpen: z.boolean(),
      studyEndAt: instant,
      /** study time has ended: until then, beats of before it that are still on a device are taken */
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
      /** the reading clock stops when the reader has not moved for so long */
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
      /** where the page's film was over, when it is not the lesson's end; it credits nothing, the server looks at the film again */
      filmEnd: mediaSeconds.optional(),
      /** how long ago the page made it, at most a day: on which day it counts, and never how much */
      ageSeconds: z.number('应为秒数').min(0, '不能小于 0').max(86_400, '过大').optional(),
    }),
    response: z.object({
      creditedSeconds: z.number(),
      furthestSeconds: z.number(),
      lessonDone: z.boolean(),
      courseDone: z.boolean(),
      presence: presence.nullable(),
      serverNow: instant,
      /** another page or device has taken over: where study goes on, or went on last. Also in `data` of course.takenOver */
      movedTo: movedTo.nullable(),
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
    refusals: ['course.notFound', 'course.lessonNotFound'],
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
    response: done,
    refusals: ['course.notFound', 'course.notPaid', 'course.notStudied', 'course.alreadyEvaluated'],
  }),
}
