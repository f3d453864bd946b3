import { z } from 'zod'
import { date, id, instant, pageQuery, pageShape, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { answerLogChain, appealRemedy, rehearsalPartFields, reviewedQuestion } from '../exam-attempt.ts'
import { personKeyword, phone } from '../person-fields.ts'
import { appealRemedies } from '../rules/appeal-remedies.ts'
import { searchLimits } from '../rules/search-limits.ts'
import { examRegrade } from './exam-regrade.ts'

/**
 * Part of a name, a whole phone number or its last four digits. Searching other parts of a phone number would reveal
 * hidden digits.
 */
const keyword = personKeyword(searchLimits.exams).optional()
const reason = text(300).min(2, '请填写理由')
const decisionKind = z.enum(['EXTEND', 'VOID', 'RESET', 'RESTORE'], '处置方式不正确')
const decisionState = z.enum(['WAITING', 'DONE', 'REFUSED', 'WITHDRAWN'], '状态不正确')
const seen = z.array(text(300), '格式不正确').max(20, '条目过多').optional()
const appealState = z.enum(['OPEN', 'UPHELD', 'REJECTED'], '状态不正确')

const seat = z.object({
  attemptId: id,
  student: z.object({ id, name: z.string(), phoneMasked: z.string() }),
  courseTitle: z.string(),
  year: z.int(),
  no: z.int(),
  mode: z.enum(['CAMERA', 'MANUAL']),
  startedAt: instant,
  deadline: instant,
  heardAt: instant.nullable(),
  savedSeq: z.int(),
  answered: z.int(),
  questions: z.int(),
  /** Captures `due` so far; `missing` have no picture and no reason; `failed` have a reason. */
  captures: z.object({ due: z.int(), missing: z.int(), failed: z.int() }),
  review: z.boolean(),
  submittedAt: instant.nullable(),
  submittedBy: z.enum(['STUDENT', 'DEADLINE', 'SEALED', 'STAFF']).nullable(),
  score: z.int().nullable(),
  passed: z.boolean().nullable(),
  voided: z.boolean(),
  waiting: z.int(),
})

const sitting = {
  attemptId: id,
  studentName: z.string(),
  phoneMasked: z.string(),
  courseTitle: z.string(),
  year: z.int(),
  no: z.int(),
  startedAt: instant,
  submittedAt: instant.nullable(),
  score: z.int().nullable(),
  passed: z.boolean().nullable(),
  voided: z.boolean(),
}

const decision = z.object({
  id,
  ...sitting,
  kind: decisionKind,
  seconds: z.int().nullable(),
  reason: z.string(),
  askedBy: z.string(),
  askedAt: instant,
  state: decisionState,
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  note: z.string(),
  mine: z.boolean(),
})

const appeal = z.object({
  id,
  ...sitting,
  text: z.string(),
  at: instant,
  state: appealState,
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: instant.nullable(),
  ...appealRemedy,
  decisionId: id.nullable(),
  questionId: id.nullable(),
})

export const exam = {
  ...examRegrade,
  board: defineCall({
    method: 'POST',
    path: '/exam/v1/board',
    audience: 'staff',
    permission: 'exam.read',
    summary: '考场：正在进行的考试，最近一天、某一天或某人结束的考试，或某一场',
    labels: { day: '日期' },
    request: z.object({
      state: z.enum(['RUNNING', 'ENDED'], '状态不正确').default('RUNNING'),
      attemptId: id.optional(),
      keyword,
      flagged: z.enum(['true', 'false'], '应为 true 或 false').optional(),
      /**
       * Only for the state ENDED: a day in Asia/Shanghai. Without a day: the last 24 hours, or any day for a selective
       * keyword (rules/board-keyword.ts).
       */
      day: date.optional(),
      ...pageQuery,
    }),
    response: pageShape(seat).extend({ serverNow: instant }),
    refusals: [],
  }),
  ask: defineCall({
    method: 'POST',
    path: '/exam/v1/ask',
    audience: 'staff',
    permission: 'exam.decide',
    summary: '申请延时、作废、重置一次考试或撤销作废，由另一人复核后生效',
    labels: { seconds: '延长时间' },
    request: z
      .object({
        id,
        attemptId: id,
        kind: decisionKind,
        seconds: z.int('应为整数').min(60, '至少 1 分钟').max(14_400, '最多 240 分钟').optional(),
        reason,
      })
      .refine(({ kind, seconds }) => (kind === 'EXTEND') === (seconds !== undefined), {
        message: '延时须写明时长，其他处置不填',
        path: ['seconds'],
      }),
    response: decision,
    refusals: [
      'exam.attemptNotFound',
      'exam.decisionWaiting',
      'exam.notRunning',
      'exam.alreadyVoid',
      'exam.notVoid',
      'exam.nothingToCompare',
      'exam.keyUsed',
    ],
  }),
  decide: defineCall({
    method: 'POST',
    path: '/exam/v1/decide',
    audience: 'staff',
    permission: 'exam.decide',
    summary: '复核一项处置：同意即生效，或驳回',
    labels: { seen: '处置的后果' },
    request: z.object({
      id,
      approve: z.boolean('请选择同意或驳回'),
      note: text(300).default(''),
      /** Consequences of the decision that the person saw on screen. */
      seen,
    }),
    response: decision,
    refusals: [
      'exam.decisionNotFound',
      'exam.decisionTaken',
      'exam.secondPerson',
      'exam.notRunning',
      'exam.alreadyVoid',
      'exam.notVoid',
      'exam.nothingToCompare',
      // The current `consequences` are in data.
      'exam.consequencesChanged',
      'exam.restoreBlocked',
    ],
  }),
  consequences: defineCall({
    method: 'GET',
    path: '/exam/v1/consequences',
    audience: 'staff',
    permission: 'exam.read',
    summary: '作废、重置一次考试或撤销作废会带来什么：学时、证明、考试次数，逐条写明',
    request: z.object({
      attemptId: id,
      kind: z.enum(['VOID', 'RESET', 'RESTORE'], '处置方式不正确'),
    }),
    response: z.object({
      problem: z.string().nullable(),
      list: z.array(z.string()),
    }),
    refusals: ['exam.attemptNotFound'],
  }),
  withdraw: defineCall({
    method: 'POST',
    path: '/exam/v1/withdraw',
    audience: 'staff',
    permission: 'exam.decide',
    summary: '申请人撤回自己还没有结论的处置申请',
    request: z.object({ id }),
    response: decision,
    refusals: ['exam.decisionNotFound', 'exam.notAsker', 'exam.decisionTaken'],
  }),
  decisions: defineCall({
    method: 'GET',
    path: '/exam/v1/decisions',
    audience: 'staff',
    permission: 'exam.read',
    summary: '考试处置的申请与结论',
    request: z.object({ state: decisionState.optional(), attemptId: id.optional(), ...pageQuery }),
    response: pageShape(decision),
    refusals: [],
  }),
  extraTimes: defineCall({
    method: 'POST',
    path: '/exam/v1/extra_times',
    audience: 'staff',
    permission: 'exam.read',
    summary: '获准加时的学员',
    request: z.object({ keyword, ...pageQuery }),
    response: pageShape(
      z.object({
        student: z.object({ id, name: z.string(), phoneMasked: z.string() }),
        percent: z.int(),
        reason: z.string(),
        setBy: z.string(),
        setAt: instant,
      }),
    ),
    refusals: [],
  }),
  setExtraTime: defineCall({
    method: 'POST',
    path: '/exam/v1/set_extra_time',
    audience: 'staff',
    permission: 'exam.decide',
    summary: '为一位学员此后的考试按比例加时；0 为取消',
    labels: { percent: '加时比例' },
    request: z.object({
      phone,
      percent: z.int('应为整数').min(0, '不能小于 0').max(200, '最多 200%'),
      reason,
    }),
    response: z.object({ percent: z.int() }),
    refusals: ['exam.noSuchStudent'],
  }),
  appeals: defineCall({
    method: 'GET',
    path: '/exam/v1/appeals',
    audience: 'staff',
    permission: 'exam.read',
    summary: '考试申诉',
    request: z.object({ state: appealState.optional(), ...pageQuery }),
    response: pageShape(appeal),
    refusals: [],
  }),
  appealedPaper: defineCall({
    method: 'POST',
    path: '/exam/v1/appealed_paper',
    audience: 'staff',
    permission: 'exam.decide',
    summary: '申诉所说的那次考试：答卷、正确答案与作答记录；每次查看都有记录',
    request: z.object({ attemptId: id }),
    response: z.object({ questions: z.array(reviewedQuestion), ...answerLogChain }),
    refusals: ['exam.appealNotFound'],
  }),
  answerAppeal: defineCall({
    method: 'POST',
    path: '/exam/v1/answer_appeal',
    audience: 'staff',
    permission: 'exam.decide',
    summary: '答复申诉；支持时写明后续处理：撤销作废或重置由另一人复核，试题复核写明题目，不需要处置的写明理由',
    labels: {
      uphold: '结论',
      answer: '答复',
      remedy: '后续处理',
      questionId: '试题',
      decisionId: '处理的编号',
      remedyReason: '不需要处置的理由',
    },
    request: z
      .object({
        attemptId: id,
        id: id.optional(),
        uphold: z.boolean('请选择是否支持'),
        answer: text(500).min(5, '请至少写 5 个字'),
        remedy: z.enum(appealRemedies, '请选择后续处理').optional(),
        /** For RESTORE and RESET: id of the proposal, generated by the client. */
        decisionId: id.optional(),
        questionId: id.optional(),
        remedyReason: text(300).min(5, '请至少写 5 个字').optional(),
      })
      .superRefine(({ uphold, remedy, decisionId, questionId, remedyReason }, context) => {
        const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
        if (uphold && !remedy) return refuse('remedy', '支持申诉时请选择后续处理')
        if (!uphold && remedy) refuse('remedy', '不支持申诉时不填')
        const asks = remedy === 'RESTORE' || remedy === 'RESET'
        if (asks !== (decisionId !== undefined)) refuse('decisionId', '只有申请处置时填写，且必须填写')
        if ((remedy === 'REGRADE') !== (questionId !== undefined))
          refuse('questionId', questionId ? '只有复核试题时填写' : '请选择要复核的试题')
        if ((remedy === 'NONE') !== (remedyReason !== undefined))
          refuse('remedyReason', remedyReason ? '只有不需要处置时填写' : '请写明为什么不需要处置')
      }),
    response: appeal,
    refusals: [
      'exam.appealNotFound',
      'exam.appealAnswered',
      'exam.attemptNotFound',
      'exam.decisionWaiting',
      'exam.alreadyVoid',
      'exam.notVoid',
      'exam.keyUsed',
    ],
  }),
  rehearsals: defineCall({
    method: 'POST',
    path: '/exam/v1/rehearsals',
    audience: 'staff',
    permission: 'exam.read',
    summary: '考前自检：每位学员最近一次',
    request: z.object({
      keyword,
      worst: z.enum(['RED', 'AMBER', 'GREEN'], '自检结果不正确').optional(),
      ...pageQuery,
    }),
    response: pageShape(
      z.object({
        student: z.object({ id, name: z.string(), phoneMasked: z.string() }),
        at: instant,
        ...rehearsalPartFields,
        notes: z.record(z.string(), z.string()),
      }),
    ),
    refusals: [],
  }),
}
