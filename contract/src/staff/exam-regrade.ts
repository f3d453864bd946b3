import { z } from 'zod'
import { exportedFile, id, instant, pageQuery, pageShape, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { regradeKind, regradeOutcome } from '../exam-attempt.ts'
import { questionType } from './question.ts'

const reason = text(300).min(5, '请至少写 5 个字')

const counts = z.object({
  papers: z.int(),
  outcomes: z.partialRecord(regradeOutcome, z.int()),
  yearClosed: z.int(),
  unclear: z.int(),
  hoursGained: z.int(),
  hoursLost: z.int(),
  proofsRevoked: z.int(),
  proofsIssued: z.int(),
})

const regrade = z.object({
  id,
  questionId: id,
  questionNo: z.int(),
  stem: z.string(),
  courseTitle: z.string(),
  kind: regradeKind,
  reason: z.string(),
  loseReason: z.string().nullable(),
  counts,
  askedBy: z.string(),
  askedAt: instant,
  state: z.enum(['WAITING', 'RUNNING', 'DONE', 'REFUSED', 'WITHDRAWN']),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  note: z.string(),
  doneAt: instant.nullable(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  mine: z.boolean(),
})

/** Scores are null while the attempt is running or has not started. */
const paper = z.object({
  attemptId: id,
  studentName: z.string(),
  phoneMasked: z.string(),
  year: z.int(),
  no: z.int(),
  oldScore: z.int().nullable(),
  oldPassed: z.boolean().nullable(),
  newScore: z.int().nullable(),
  newPassed: z.boolean().nullable(),
})

const changedQuestion = z.object({
  questionId: id,
  no: z.int(),
  courseTitle: z.string(),
  stem: z.string(),
  at: instant,
  papers: z.int(),
})

/**
 * Regrades of questions on drawn papers (decision 082): one person proposes, another decides, a job carries them out.
 */
const previewRefusals = [
  'question.notFound',
  'exam.regradeNothing',
  'exam.regradeYearClosed',
  'exam.regradeUnclear',
  'exam.regradeTooMany',
] as const

export const examRegrade = {
  heldPapers: defineCall({
    method: 'GET',
    path: '/exam/v1/held_papers',
    audience: 'staff',
    permission: 'exam.read',
    summary: '有多少份答卷含有一道试题，答案是否在此之后改过',
    labels: { questionId: '试题' },
    request: z.object({ questionId: id }),
    response: z.object({
      question: z.object({
        id,
        no: z.int(),
        courseTitle: z.string(),
        enabled: z.boolean(),
        type: questionType,
        stem: z.string(),
        options: z.array(z.object({ id: z.string(), text: z.string() })),
        answer: z.array(z.string()),
      }),
      finished: z.int(),
      running: z.int(),
      changedAt: instant.nullable(),
      changedPapers: z.int(),
    }),
    refusals: ['question.notFound'],
  }),
  changedQuestions: defineCall({
    method: 'GET',
    path: '/exam/v1/changed_questions',
    audience: 'staff',
    permission: 'exam.read',
    summary: '答案改过、已有答卷含有、还没有重新评分的试题',
    request: z.object({}),
    response: z.object({ list: z.array(changedQuestion) }),
    refusals: [],
  }),
  settleQuestion: defineCall({
    method: 'POST',
    path: '/exam/v1/settle_question',
    audience: 'staff',
    permission: 'exam.decide',
    summary: '登记一道改过答案的试题无需重新评分，写明理由',
    labels: { questionId: '试题' },
    request: z.object({ questionId: id, reason }),
    response: z.object({ questionId: id }),
    refusals: ['exam.regradeSettled'],
  }),
  previewRegrade: defineCall({
    method: 'POST',
    path: '/exam/v1/preview_regrade',
    audience: 'staff',
    permission: 'exam.decide',
    summary: '预览重新评分：各类结果的人数、学时、证明与名单；不改变任何成绩',
    labels: { questionId: '试题', losePass: '是否允许取消合格', outcome: '结果' },
    request: z.object({
      questionId: id,
      kind: regradeKind,
      /** True allows the regrade to take passed exams away. */
      losePass: z.boolean('请选择是否允许取消合格').default(false),
      outcome: regradeOutcome.optional(),
      ...pageQuery,
    }),
    response: pageShape(paper.extend({ outcome: regradeOutcome })).extend({
      counts,
      /** Digest of this preview; the client sends it back with the proposal. */
      preview: z.string(),
    }),
    refusals: previewRefusals,
  }),
  exportRegrade: defineCall({
    method: 'POST',
    path: '/exam/v1/export_regrade',
    audience: 'staff',
    permission: 'exam.decide',
    summary: '导出重新评分的预览名单为 Excel：原成绩、新成绩与变化；写入操作日志',
    labels: { questionId: '试题', losePass: '是否允许取消合格' },
    request: z.object({
      questionId: id,
      kind: regradeKind,
      losePass: z.boolean('请选择是否允许取消合格').default(false),
    }),
    response: exportedFile,
    refusals: previewRefusals,
  }),
  proposeRegrade: defineCall({
    method: 'POST',
    path: '/exam/v1/propose_regrade',
    audience: 'staff',
    permission: 'exam.decide',
    summary: '按预览申请重新评分，由另一人复核后生效',
    labels: {
      questionId: '试题',
      preview: '预览',
      reason: '更正说明',
      loseReason: '允许取消合格的理由',
    },
    request: z.object({
      id,
      questionId: id,
      kind: regradeKind,
      reason,
      loseReason: reason.optional(),
      preview: text(100).min(1, '请先预览'),
    }),
    response: regrade,
    refusals: [
      'question.notFound',
      'exam.keyUsed',
      'exam.regradeChanged',
      'exam.regradeWaiting',
      'exam.regradeNothing',
      'exam.regradeYearClosed',
      'exam.regradeUnclear',
      'exam.regradeTooMany',
    ],
  }),
  decideRegrade: defineCall({
    method: 'POST',
    path: '/exam/v1/decide_regrade',
    audience: 'staff',
    permission: 'exam.decide',
    summary: '复核重新评分：同意后在后台逐份处理，或驳回',
    request: z.object({ id, approve: z.boolean('请选择同意或驳回'), note: text(300).default('') }),
    response: regrade,
    refusals: [
      'question.notFound',
      'exam.regradeNotFound',
      'exam.decisionTaken',
      'exam.secondPerson',
      'exam.regradeChanged',
      'exam.regradeNothing',
      'exam.regradeYearClosed',
      'exam.regradeUnclear',
      'exam.regradeTooMany',
    ],
  }),
  withdrawRegrade: defineCall({
    method: 'POST',
    path: '/exam/v1/withdraw_regrade',
    audience: 'staff',
    permission: 'exam.decide',
    summary: '申请人撤回自己还没有结论的重新评分申请',
    request: z.object({ id }),
    response: regrade,
    refusals: ['exam.regradeNotFound', 'exam.notAsker', 'exam.decisionTaken'],
  }),
  retryRegrade: defineCall({
    method: 'POST',
    path: '/exam/v1/retry_regrade',
    audience: 'staff',
    permission: 'exam.decide',
    summary: '没有完成的答卷立即重试',
    request: z.object({ id }),
    response: regrade,
    refusals: ['exam.regradeNotFound'],
  }),
  regrades: defineCall({
    method: 'GET',
    path: '/exam/v1/regrades',
    audience: 'staff',
    permission: 'exam.read',
    summary: '重新评分的申请、进度与结论',
    labels: { questionId: '试题' },
    request: z.object({ questionId: id.optional(), ...pageQuery }),
    response: pageShape(regrade),
    refusals: [],
  }),
  regrade: defineCall({
    method: 'GET',
    path: '/exam/v1/regrade',
    audience: 'staff',
    permission: 'exam.read',
    summary: '一项重新评分：预览时的数字与进度',
    request: z.object({ id }),
    response: regrade,
    refusals: ['exam.regradeNotFound'],
  }),
  regradedPapers: defineCall({
    method: 'GET',
    path: '/exam/v1/regraded_papers',
    audience: 'staff',
    permission: 'exam.read',
    summary: '一项重新评分的答卷与各自的结果',
    labels: { outcome: '结果' },
    request: z.object({
      id,
      outcome: z.enum([...regradeOutcome.options, 'DUE', 'FAILED'], '结果不正确').optional(),
      ...pageQuery,
    }),
    response: pageShape(
      paper.extend({
        outcome: regradeOutcome.nullable(),
        doneAt: instant.nullable(),
        tries: z.int(),
      }),
    ),
    refusals: ['exam.regradeNotFound'],
  }),
}
