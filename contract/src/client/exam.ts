import { z } from 'zod'
import { emptyRequest, emptyResponse, examState, hours, id, instant, subject, text } from '../common.ts'
import { defineCall } from '../define.ts'
import {
  answerLogChain,
  answersByQuestion,
  appealView,
  attemptResult,
  endedAttemptFields,
  questionType,
  rehearsalPartFields,
  reviewedQuestion,
  submissionResult,
} from '../exam-attempt.ts'
import { maxSavesPerAttempt } from '../rules/exam-limits.ts'

const examMode = z.enum(['CAMERA', 'MANUAL'], '核验方式不正确')
/**
 * Signed time of the last contact with the server: epoch ms, a dot and a MAC. The page sends it with an offline
 * submission.
 */
const beacon = z.string().max(80)
/** An id that the browser chooses for its pages of one attempt, to tell devices apart. */
const page = id.optional()
/** When each answer was chosen, in epoch ms by the browser, by question id; exam.seqStale returns these times. */
const chosen = z.record(id, z.number('格式不正确'), '格式不正确').optional()
/** The maximum is one above the limit of saves, so that the refusal can explain the limit. */
const seq = z
  .int('序号应为整数')
  .min(1, '序号从 1 开始')
  .max(maxSavesPerAttempt + 1, '序号过大')

const handingInRefusals = [
  'exam.attemptNotFound',
  'exam.submitted',
  /**
   * The page submitted at its deadline, but the server's deadline is later: it was moved, or the page's clock is fast.
   * `data` has `deadline` and `serverNow`, and the attempt goes on.
   */
  'exam.deadlineMoved',
  'exam.deadlinePassed',
  'exam.seqStale',
  'exam.badAnswer',
] as const

export const exam = {
  info: defineCall({
    method: 'GET',
    path: '/exam/v1/info',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '考试规则、状态与历次成绩（无副作用）',
    request: z.object({ signId: id, id }),
    response: z.object({
      id,
      signId: id,
      year: z.int(),
      trial: z.boolean(),
      courseTitle: z.string(),
      subject,
      hours,
      rules: z.object({
        single: z.int(),
        multiple: z.int(),
        judge: z.int(),
        pointsEach: z.int(),
        totalPoints: z.int(),
        passMark: z.int(),
        durationSeconds: z.int(),
        attemptsPerRound: z.int(),
      }),
      extraPercent: z.int(),
      /** Duration of a new attempt, including extra time. */
      durationSeconds: z.int(),
      state: examState,
      /** The first unmet condition of a LOCKED exam, or of a new attempt after VOID. */
      lockedBecause: z.enum(['NOT_PAID', 'NOT_STUDIED', 'NOT_EVALUATED', 'CLOSED']).nullable(),
      consent: z.object({
        version: z.string(),
        text: z.array(z.string()),
        given: examMode.nullable(),
      }),
      runningAttemptId: id.nullable(),
      /** The deadline includes extensions and credited outages. */
      runningDeadline: instant.nullable(),
      attempts: z.array(attemptResult),
      attemptsLeft: z.int(),
      /** Offline submissions are accepted for this many seconds after the deadline. */
      sealedSeconds: z.int(),
      /** Capture pictures are accepted for this many seconds after the end of the attempt. */
      captureLateSeconds: z.int(),
      studyEndAt: instant,
      serverNow: instant,
    }),
    refusals: ['exam.notFound'],
  }),
  consent: defineCall({
    method: 'POST',
    path: '/exam/v1/consent',
    audience: 'student',
    agreement: 'needed',
    summary: '同意考试须知并选择核验方式',
    request: z.object({ signId: id, id, mode: examMode, version: z.string().min(1).max(40) }),
    response: emptyResponse,
    refusals: ['exam.notFound', 'exam.consentOutdated', 'exam.tooManyConsents'],
  }),
  start: defineCall({
    method: 'GET',
    path: '/exam/v1/start',
    audience: 'student',
    agreement: 'toBegin',
    summary: '开始或继续考试（点击触发；重复返回同一次）',
    request: z.object({ signId: id, id }),
    response: z.object({
      attemptId: id,
      mode: examMode,
      serverNow: instant,
      startedAt: instant,
      deadline: instant,
      questions: z.array(
        z.object({
          id,
          type: questionType,
          stem: z.string(),
          points: z.int(),
          options: z.array(z.object({ id: z.string(), text: z.string() })),
        }),
      ),
      answers: answersByQuestion,
      savedSeq: z.int(),
      captures: z.array(z.object({ no: z.int(), dueAt: instant, received: z.boolean() })),
      beacon,
    }),
    refusals: [
      'exam.notFound',
      'exam.notPaid',
      'exam.notStudied',
      'exam.notEvaluated',
      'exam.closed',
      'exam.alreadyPassed',
      'exam.exhausted',
      'exam.consentNeeded',
      'exam.notReady',
      'exam.deadlinePassed',
      'exam.submitted',
    ],
  }),
  saveAnswer: defineCall({
    method: 'POST',
    path: '/exam/v1/save_answer',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '保存改动的答案；seq 为已保存序号加一',
    request: z.object({ attemptId: id, seq, answers: answersByQuestion, chosen, page }),
    response: z.object({ savedSeq: z.int(), serverNow: instant, deadline: instant, beacon }),
    refusals: [
      'exam.attemptNotFound',
      'exam.submitted',
      'exam.deadlinePassed',
      'exam.seqStale',
      'exam.savesSpent',
      'exam.badAnswer',
    ],
  }),
  heartbeat: defineCall({
    method: 'POST',
    path: '/exam/v1/heartbeat',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '考试心跳：服务器时间、截止时间（可能被延长）与时间凭证',
    request: z.object({ attemptId: id, page }),
    response: z.object({
      serverNow: instant,
      deadline: instant,
      /** Captures that have no picture yet; an extension of the attempt adds more captures. */
      captures: z.array(z.object({ no: z.int(), dueAt: instant })),
      savedSeq: z.int(),
      beacon,
    }),
    refusals: ['exam.attemptNotFound', 'exam.submitted', 'exam.deadlinePassed'],
  }),
  submitExam: defineCall({
    method: 'POST',
    path: '/exam/v1/submit_exam',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '交卷',
    request: z.object({
      attemptId: id,
      seq,
      answers: answersByQuestion,
      /** The deadline that the page knew when its clock submitted the attempt. */
      bell: z.iso.datetime('时间格式不正确').optional(),
    }),
    response: submissionResult,
    refusals: handingInRefusals,
  }),
  submitSealed: defineCall({
    method: 'POST',
    path: '/exam/v1/submit_sealed',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '断网到点后补交：答案在截止时封存于本机，凭最后一次时间凭证，在限时内收取（标记待核查）',
    request: z.object({
      attemptId: id,
      seq,
      answers: answersByQuestion,
      beacon,
      page,
      /** Milliseconds from the last server contact (`beacon`) to sealing, by a monotonic clock. */
      sealedAfterMs: z.int('应为整数').min(0, '不能小于 0').max(100_000_000, '过大'),
    }),
    response: submissionResult,
    refusals: [...handingInRefusals, 'exam.sealedUnproven', 'exam.sealedLate'],
  }),
  appeal: defineCall({
    method: 'POST',
    path: '/exam/v1/appeal',
    audience: 'student',
    agreement: 'needed',
    summary: '对一次已结束的考试提出申诉，每次考试一次',
    request: z.object({ attemptId: id, text: text(500).min(5, '请至少写 5 个字') }),
    response: appealView,
    refusals: ['exam.attemptNotFound', 'exam.notSubmitted', 'exam.appealed'],
  }),
  rehearsal: defineCall({
    method: 'GET',
    path: '/exam/v1/rehearsal',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '最近一次考前自检的结果',
    request: emptyRequest,
    response: z.object({
      last: z.object({ ...rehearsalPartFields, at: instant }).nullable(),
      serverNow: instant,
    }),
    refusals: [],
  }),
  rehearseSave: defineCall({
    method: 'POST',
    path: '/exam/v1/rehearse_save',
    audience: 'student',
    agreement: 'needed',
    summary: '自检用的保存：走一遍答案保存的来回，不留下任何内容',
    request: z.object({ seq, answers: answersByQuestion }),
    response: z.object({ savedSeq: z.int(), answers: answersByQuestion, serverNow: instant }),
    refusals: [],
  }),
  rehearse: defineCall({
    method: 'POST',
    path: '/exam/v1/rehearse',
    audience: 'student',
    agreement: 'needed',
    summary: '存下一次考前自检',
    request: z.object({
      id,
      ...rehearsalPartFields,
      notes: z
        .partialRecord(z.enum(['camera', 'upload', 'clock', 'autosave']), text(200), '自检说明不正确')
        .default({}),
    }),
    response: z.object({ ...rehearsalPartFields, at: instant }),
    refusals: ['common.notFound', 'exam.tooManyRehearsals'],
  }),
  review: defineCall({
    method: 'GET',
    path: '/exam/v1/review',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '查看本人答卷、正确答案与解析：通过之后，或本轮次数用完之后',
    request: z.object({ attemptId: id }),
    response: z.object({
      ...endedAttemptFields,
      questions: z.array(reviewedQuestion),
    }),
    refusals: ['exam.attemptNotFound', 'exam.notSubmitted', 'exam.reviewLocked', 'exam.reviewHeld'],
  }),
  answerLog: defineCall({
    method: 'GET',
    path: '/exam/v1/answer_log',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '本人一次考试的作答记录：逐条编号、前后相扣，回执由最后一条得出',
    request: z.object({ attemptId: id }),
    response: z.object({
      ...endedAttemptFields,
      firstHash: z.string(),
      ...answerLogChain,
    }),
    refusals: ['exam.attemptNotFound', 'exam.notSubmitted'],
  }),
  examCapture: defineCall({
    method: 'POST',
    path: '/exam/v1/exam_capture',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '提交一次抓拍，或说明未能抓拍的原因',
    request: z
      .object({
        attemptId: id,
        no: z.int('序号应为整数').min(1, '序号从 1 开始').max(100, '序号过大'),
        fileId: id.optional(),
        failure: text(200).optional(),
        /** The name of the camera from the browser; it is cleaned and shortened on storing. */
        camera: z.string('应为文字').max(1000, '摄像头名称过长').optional(),
      })
      .refine((body) => Boolean(body.fileId) !== Boolean(body.failure), {
        message: '请提供图片或失败原因之一',
        path: ['fileId'],
      }),
    response: z.object({ accepted: z.boolean() }),
    // The refusal common.notFound means that the student has no such picture.
    refusals: ['exam.attemptNotFound', 'exam.captureConflict', 'common.notFound'],
  }),
}
