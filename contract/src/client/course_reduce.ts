import { z } from 'zod'
import {
  date,
  emptyRequest,
  hours,
  id,
  instant,
  pageQuery,
  pageShape,
  queryYear,
  subject,
  text,
  year,
} from '../common.ts'
import { defineCall } from '../define.ts'
import { reductionCodeRule } from '../rules/desk-rules.ts'

/** Students edit DRAFT and RETURNED, reviewers decide SUBMITTED, the others are final. */
export const reductionState = z.enum(
  ['DRAFT', 'SUBMITTED', 'RETURNED', 'APPROVED', 'REJECTED', 'WITHDRAWN'],
  '状态不正确',
)

/** FIXED: hours of the type. PER_UNIT: hours per piece. FULL_YEAR: all required hours of the subject. */
export const hoursMode = z.enum(['FIXED', 'PER_UNIT', 'FULL_YEAR'], '学时计算方式不正确')
export const subjectScope = z.enum(['PROFESSIONAL', 'PUBLIC', 'BOTH'], '适用科目不正确')
export const reductionTypeCode = z.string('请选择减免类型').trim().regex(reductionCodeRule.pattern, '减免类型不正确')

export const reductionRule = z.object({
  name: z.string(),
  subjectScope,
  hoursMode,
  hours: hours.nullable(),
  unit: z.string().nullable(),
  yearCap: hours.nullable(),
  evidence: z.string(),
  minFiles: z.int(),
  /** First and last day for applications, in Asia/Shanghai; null for no limit. */
  applyFrom: z.string().nullable(),
  applyTo: z.string().nullable(),
})

export const reductionStep = z.object({
  at: instant,
  action: z.enum([
    'SUBMITTED',
    'SUPPLEMENTED',
    'WITHDRAWN',
    'FIRST_PASSED',
    'APPROVED',
    'RETURNED',
    'REJECTED',
    'CHECKED',
    'REVERSED',
  ]),
  opinion: z.string(),
})

export const reductionSummary = z.object({
  id,
  applyNo: z.string(),
  year: z.int(),
  typeCode: z.string(),
  typeName: z.string(),
  subject: subject.nullable(),
  hours: hours.nullable(),
  hoursApproved: hours.nullable(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  state: reductionState,
  submittedAt: instant.nullable(),
  updatedAt: instant,
  stateReason: z.string().nullable(),
  /** The application was approved, but its hours were reversed later. */
  reversed: z.boolean(),
})

export const evidenceFile = z.object({
  fileId: id,
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  /** A private link of ten minutes; it is null when the file was deleted. */
  url: z.string().nullable(),
})

const reduction = reductionSummary.extend({
  version: z.int(),
  reason: z.string(),
  rule: reductionRule,
  attachments: z.array(evidenceFile),
  steps: z.array(reductionStep),
})

const attachments = z
  .array(id, '请上传佐证材料')
  .max(9, '最多 9 个文件')
  .refine((ids) => new Set(ids).size === ids.length, '同一个文件只能列一次')
const version = z.int('版本不正确').min(0, '版本不正确').default(0)
const inOrder = {
  check: ({ startDate, endDate }: { startDate: string | null; endDate: string | null }) =>
    !startDate || !endDate || startDate <= endDate,
  problem: { path: ['endDate'], message: '结束日期不能早于开始日期' },
}
const tenths = z
  .number('请填写学时')
  .min(0.1, '学时至少 0.1')
  .max(300, '学时过大')
  .refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6, '学时最多一位小数')

const savingRefusals = [
  'reduction.notFound',
  'reduction.versionStale',
  'reduction.notYours',
  'reduction.noSuchType',
  'reduction.noSuchYear',
  'reduction.badFile',
  'reduction.tooMany',
  'reduction.submissionsSpent',
] as const

export const course_reduce = {
  types: defineCall({
    method: 'GET',
    path: '/course_reduce/v1/types',
    audience: 'student',
    agreement: 'needed',
    summary: '现在可以申请的减免类型，与可以申请的年度',
    request: emptyRequest,
    response: z.object({
      types: z.array(reductionRule.extend({ code: z.string() })),
      years: z.array(
        z.object({
          year: z.int(),
          /** True for a trial plan, whose hours count for no registration (decision 040). */
          trial: z.boolean(),
          required: z.object({ professional: hours, public: hours }),
          closesAt: instant,
        }),
      ),
    }),
    refusals: [],
  }),
  save: defineCall({
    method: 'POST',
    path: '/course_reduce/v1/save',
    audience: 'student',
    agreement: 'needed',
    summary: '保存草稿，或保存退回补正后的修改；不提交',
    labels: { hours: '申请学时', reason: '申请理由', attachments: '佐证材料' },
    request: z
      .object({
        id,
        version,
        year,
        typeCode: reductionTypeCode,
        subject: subject.nullable(),
        hours: tenths.nullable(),
        startDate: date.nullable(),
        endDate: date.nullable(),
        reason: text(500),
        attachments,
      })
      .refine(inOrder.check, inOrder.problem),
    response: reduction,
    refusals: savingRefusals,
  }),
  submit: defineCall({
    method: 'POST',
    path: '/course_reduce/v1/submit',
    audience: 'student',
    agreement: 'needed',
    summary: '提交减免申请，或提交补正',
    labels: { hours: '申请学时', reason: '申请理由', attachments: '佐证材料' },
    request: z
      .object({
        id: id.optional(),
        version,
        year,
        typeCode: reductionTypeCode,
        subject,
        hours: tenths,
        startDate: date,
        endDate: date,
        reason: text(500).min(2, '请填写申请理由'),
        attachments: attachments.refine((ids) => ids.length > 0, '请上传佐证材料'),
      })
      .refine(inOrder.check, inOrder.problem),
    response: reduction,
    refusals: [
      ...savingRefusals,
      'reduction.notNow',
      'reduction.againstRule',
      'reduction.overCap',
      'reduction.alreadyOpen',
    ],
  }),
  withdraw: defineCall({
    method: 'POST',
    path: '/course_reduce/v1/withdraw',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '撤回申请；审结之后不能撤回',
    request: z.object({ id, version: z.int('版本不正确').min(1, '版本不正确') }),
    response: reduction,
    refusals: ['reduction.notFound', 'reduction.versionStale', 'reduction.settled'],
  }),
  query: defineCall({
    method: 'GET',
    path: '/course_reduce/v1/query',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '我的减免申请',
    request: z.object({
      year: queryYear.optional(),
      state: reductionState.optional(),
      ...pageQuery,
    }),
    response: pageShape(reductionSummary),
    refusals: [],
  }),
  info: defineCall({
    method: 'GET',
    path: '/course_reduce/v1/info',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '一份减免申请：内容、佐证材料（10 分钟有效的私有链接）、审核经过',
    request: z.object({ id }),
    response: reduction,
    refusals: ['reduction.notFound'],
  }),
}
