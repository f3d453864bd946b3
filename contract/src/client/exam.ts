import { z } from 'zod'
import { done, examState, hours, id, instant, nothing, subject, text } from '../common.ts'
import { defineCall } from '../define.ts'
import {
  answerChain,
  answers,
  appealShown,
  attemptResult,
  questionType,
  rehearsalParts,
  result,
  reviewedQuestion,
  sitting,
} from '../exam-attempt.ts'
import { mostSaves } from '../rules/exam-limits.ts'

const examMode = z.enum(['CAMERA', 'MANUAL'], '核验方式不正确')
/** The server's word on when it last heard this attempt, shown with sealed answers: epoch ms, a point, and what only the server can make. */
const beacon = z.string().max(80)
/** One browser's pages of one attempt, by a number that it gives itself: they are told from another device's. */
const page = id.optional()
/** Which choice of its device each answer was, by a number of the page's own: exam.seqStale tells it again. */
const chosen = z.record(id, z.number('格式不正确'), '格式不正确').optional()
/** Whoever has saved as often as may be still hands in; one more save is told so. */
const seq = z
  .int('序号应为整数')
  .min(1, '序号从 1 开始')
  .max(mostSaves + 1, '序号过大')

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
      /** of a trial plan: what it gives counts for no registration */
      trial: z.boolean(),
      courseTitle: z.string(),
      subject,
      /** that a pass credits */
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
      /** extra time granted to this student, percent; 0: none */
      extraPercent: z.int(),
      /** so long would an attempt last that is begun now: rules.durationSeconds with the extra time */
      durationSeconds: z.int(),
      state: examState,
      /** why it is LOCKED, or a voided pass (VOID) cannot be taken again: the first thing missing */
      lockedBecause: z.enum(['NOT_PAID', 'NOT_STUDIED', 'NOT_EVALUATED', 'CLOSED']).nullable(),
      consent: z.object({
        version: z.string(),
        text: z.array(z.string()),
        given: examMode.nullable(),
      }),
      runningAttemptId: id.nullable(),
      /** with what staff added and what an outage of ours took */
      runningDeadline: instant.nullable(),
      attempts: z.array(attemptResult),
      attemptsLeft: z.int(),
      /** answers sealed on the device at the deadline are taken so long after it */
      sealedSeconds: z.int(),
      /** pictures that were taken in time are taken so long after the end */
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
    response: done,
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
      answers,
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
      // the running attempt has just ended, by its deadline or on another page; `result` is in data
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
    request: z.object({ attemptId: id, seq, answers, chosen, page }),
    response: z.object({ savedSeq: z.int(), serverNow: instant, deadline: instant, beacon }),
    refusals: [
      'exam.attemptNotFound',
      'exam.submitted',
      'exam.deadlinePassed',
      'exam.seqStale',
      // only a hand-in is taken from now on
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
      /** those not taken yet: with added time, more fall due */
      captures: z.array(z.object({ no: z.int(), dueAt: instant })),
      /** the last answers that were saved, by whichever page */
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
      answers,
      /** the deadline as the page knows it, where its clock hands in and not the person */
      bell: z.iso.datetime('时间格式不正确').optional(),
    }),
    response: result,
    refusals: [
      'exam.attemptNotFound',
      'exam.submitted',
      // handed in by a clock while the deadline, which may have been moved, lies ahead: `deadline` and `serverNow` are in data, the attempt goes on
      'exam.deadlineMoved',
      'exam.deadlinePassed',
      'exam.seqStale',
      'exam.badAnswer',
    ],
  }),
  submitSealed: defineCall({
    method: 'POST',
    path: '/exam/v1/submit_sealed',
    audience: 'student',
    agreement: 'notNeeded',
    summary:
      '断网到点后补交：答案在截止时封存于本机，凭最后一次时间凭证，在限时内收取（标记待核查）',
    request: z.object({
      attemptId: id,
      seq,
      answers,
      beacon,
      page,
      /** from the beacon to the sealing, by a clock that nobody sets */
      sealedAfterMs: z.int('应为整数').min(0, '不能小于 0').max(100_000_000, '过大'),
    }),
    response: result,
    refusals: [
      'exam.attemptNotFound',
      'exam.submitted',
      // the deadline lies ahead: `deadline` and `serverNow` are in data, the attempt goes on
      'exam.deadlineMoved',
      'exam.deadlinePassed',
      'exam.seqStale',
      'exam.badAnswer',
      'exam.sealedUnproven',
      'exam.sealedLate',
    ],
  }),
  appeal: defineCall({
    method: 'POST',
    path: '/exam/v1/appeal',
    audience: 'student',
    agreement: 'needed',
    summary: '对一次已结束的考试提出申诉，每次考试一次',
    request: z.object({ attemptId: id, text: text(500).min(5, '请至少写 5 个字') }),
    response: appealShown,
    refusals: ['exam.attemptNotFound', 'exam.notSubmitted', 'exam.appealed'],
  }),
  rehearsal: defineCall({
    method: 'GET',
    path: '/exam/v1/rehearsal',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '最近一次考前自检的结果',
    request: nothing,
    response: z.object({
      last: z.object({ ...rehearsalParts, at: instant }).nullable(),
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
    request: z.object({ seq, answers }),
    response: z.object({ savedSeq: z.int(), answers, serverNow: instant }),
    refusals: [],
  }),
  rehearse: defineCall({
    method: 'POST',
    path: '/exam/v1/rehearse',
    audience: 'student',
    agreement: 'needed',
    summary: '存下一次考前自检',
    request: z.object({
      /** made by the client: the same again is kept once */
      id,
      ...rehearsalParts,
      notes: z
        .partialRecord(
          z.enum(['camera', 'upload', 'clock', 'autosave']),
          text(200),
          '自检说明不正确',
        )
        .default({}),
    }),
    response: z.object({ ...rehearsalParts, at: instant }),
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
      ...sitting,
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
      ...sitting,
      /** hex; what the first entry is chained to */
      firstHash: z.string(),
      ...answerChain,
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
        /** the camera's name as the browser has it: of any letters, cleaned and cut before it is kept; nothing of it holds up an exam */
        camera: z.string('应为文字').max(1000, '摄像头名称过长').optional(),
      })
      .refine((body) => Boolean(body.fileId) !== Boolean(body.failure), {
        message: '请提供图片或失败原因之一',
        path: ['fileId'],
      }),
    response: z.object({ accepted: z.boolean() }),
    // common.notFound: no such picture of this student
    refusals: ['exam.attemptNotFound', 'exam.captureConflict', 'common.notFound'],
  }),
}
