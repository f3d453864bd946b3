import { z } from 'zod'
import { id, instant, pageQuery, pageShape, queryNumber, reason, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { findingKinds, findingParts, optionOrders } from '../rules/question-findings.ts'
import { questionTypes, trueFalseOptions } from '../rules/question-options.ts'
import { searchLimits } from '../rules/search-limits.ts'

const optionOrder = z.enum(optionOrders, '选项次序应为可打乱或固定')

export const questionType = z.enum(questionTypes, '题型应为单选题、多选题或判断题')

/** Line ends are normalised. */
const lines = (max: number) => text(max).overwrite((typed) => typed.replace(/\r\n?/g, '\n'))

const option = z.object({
  text: lines(300).min(1, '请填写选项内容'),
  right: z.boolean('请标明是否正确'),
})

/**
 * Options in the order of the question bank. Papers may shuffle them and change their letters; explanations use the new
 * letters.
 */
export const questionContent = z
  .object({
    type: questionType,
    difficulty: z.int('难度应为 1–3').min(1, '难度应为 1–3').max(3, '难度应为 1–3'),
    stem: lines(1000).min(4, '题干至少 4 个字'),
    options: z.array(option, '请填写选项').min(2, '至少两个选项').max(10, '最多 10 个选项'),
    /** FREE lets papers shuffle the options; a JUDGE question is FIXED. When missing, the check decides. */
    order: optionOrder.optional(),
    explanation: lines(2000),
    tags: z
      .array(
        text(20)
          .min(1, '标签不能为空')
          .regex(/^[^\s、,，;；|[\]]*$/, '标签不能含空格、顿号、逗号、分号、竖线和方括号'),
        '标签格式不正确',
      )
      .max(10, '标签最多 10 个')
      .refine((tags) => new Set(tags).size === tags.length, '标签有重复'),
  })
  .superRefine(({ type, options }, context) => {
    const refuse = (path: 'options' | 'answer', message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const texts = options.map((one) => one.text)
    const right = options.filter((one) => one.right).length
    if (new Set(texts).size < texts.length) refuse('options', '有两个相同的选项')
    if (type === 'JUDGE' && texts.join() !== trueFalseOptions.join()) refuse('options', '判断题的选项应为 正确、错误')
    if (right === 0) refuse('answer', '请标出正确答案')
    else if (type === 'MULTIPLE' && right < 2) refuse('answer', '多选题至少有两个正确答案')
    else if (type !== 'MULTIPLE' && right > 1) refuse('answer', '单选题和判断题只能有一个正确答案')
  })

export const questionContentView = z.object({
  type: questionType,
  difficulty: z.int(),
  stem: z.string(),
  options: z.array(z.object({ text: z.string(), right: z.boolean() })),
  order: optionOrder,
  explanation: z.string(),
  tags: z.array(z.string()),
})

const findingKind = z.enum(findingKinds, '核对结果不正确')
const findingPart = z.enum(findingParts, '核对结果不正确')

export const questionFinding = z.object({
  kind: findingKind,
  part: findingPart,
  words: z.string(),
  mend: z.string(),
  /** Unaccepted serious findings block publishing the course and opening a plan. */
  serious: z.boolean(),
  accepted: z.object({ by: z.string(), at: instant, reason: z.string() }).nullable(),
})

/** Numbers of enabled questions with findings that are neither corrected nor accepted. */
export const openFindingCounts = z.object({ serious: z.int(), minor: z.int() })

export const bankFindings = openFindingCounts.extend({
  questions: z.array(z.object({ id, no: z.int(), words: z.string(), serious: z.boolean() })),
})

/** Statistics of a question over submitted papers; null while there are too few papers. */
const statistics = z.object({
  answered: z.int(),
  correctRate: z.number().nullable(),
  /** -1 to 1, point-biserial correlation with the whole result. */
  discrimination: z.number().nullable(),
})

const perType = z.object({ single: z.int(), multiple: z.int(), judge: z.int() })

export const question = {
  banks: defineCall({
    method: 'GET',
    path: '/question/v1/banks',
    audience: 'staff',
    permission: 'question.read',
    summary: '各课程的题库：各题型数量，与组卷要求是否够用',
    request: z.object({}),
    response: z.array(
      z.object({
        courseId: id,
        code: z.string(),
        title: z.string(),
        enabled: perType,
        disabled: z.int(),
        /** Year plans with this exam, newest first, with their paper rules and missing questions. */
        plans: z.array(z.object({ year: z.int(), paper: perType, lacks: z.array(z.string()) })),
        tags: z.array(z.string()),
        findings: openFindingCounts,
      }),
    ),
    refusals: [],
  }),
  list: defineCall({
    method: 'GET',
    path: '/question/v1/list',
    audience: 'staff',
    permission: 'question.read',
    summary: '试题列表',
    request: z.object({
      courseId: id.optional(),
      type: questionType.optional(),
      difficulty: queryNumber(z.int('难度应为 1–3').min(1, '难度应为 1–3').max(3, '难度应为 1–3')).optional(),
      tag: text(searchLimits.questionTag).optional(),
      enabled: z.enum(['true', 'false'], '状态不正确').optional(),
      importId: id.optional(),
      finding: z.enum(['OPEN', 'SERIOUS', 'MINOR', 'ACCEPTED'], '核对情况不正确').optional(),
      keyword: text(searchLimits.questions).optional(),
      ...pageQuery,
    }),
    response: pageShape(
      z.object({
        id,
        no: z.int(),
        courseId: id,
        courseTitle: z.string(),
        type: questionType,
        difficulty: z.int(),
        stem: z.string(),
        tags: z.array(z.string()),
        enabled: z.boolean(),
        version: z.int(),
        updatedAt: instant,
        updatedBy: z.string(),
        statistics,
        findings: z.array(questionFinding),
      }),
    ),
    refusals: [],
  }),
  info: defineCall({
    method: 'GET',
    path: '/question/v1/info',
    audience: 'staff',
    permission: 'question.read',
    summary: '一道试题，与题干相近的其他试题',
    request: z.object({ id }),
    response: z.object({
      id,
      no: z.int(),
      courseId: id,
      courseTitle: z.string(),
      enabled: z.boolean(),
      version: z.int(),
      updatedAt: instant,
      updatedBy: z.string(),
      content: questionContentView,
      statistics,
      findings: z.array(questionFinding),
      similar: z.array(z.object({ id, no: z.int(), stem: z.string(), likeness: z.number() })),
    }),
    refusals: ['question.notFound'],
  }),
  save: defineCall({
    method: 'POST',
    path: '/question/v1/save',
    audience: 'staff',
    permission: 'question.edit',
    summary: '新建或修改试题；已经发出的试卷不受影响',
    request: z.object({
      id,
      /** The version that the editor read; it is 0 for a new question. */
      version: z.int('版本不正确').min(0, '版本不正确'),
      courseId: id,
      content: questionContent,
    }),
    response: z.object({ id, no: z.int(), version: z.int(), findings: z.array(questionFinding) }),
    refusals: [
      'question.notFound',
      'question.noSuchCourse',
      'question.versionStale',
      'question.duplicate',
      'question.bankTooSmall',
    ],
  }),
  enable: defineCall({
    method: 'POST',
    path: '/question/v1/enable',
    audience: 'staff',
    permission: 'question.edit',
    summary: '启用或停用试题；停用后不再抽到，要留够各年度组卷所需',
    request: z.object({
      ids: z.array(id, '请选择试题').min(1, '请选择试题').max(200, '一次最多 200 道'),
      enabled: z.boolean('请选择'),
      reason,
    }),
    response: z.object({ changed: z.int() }),
    refusals: ['question.notFound', 'question.bankTooSmall'],
  }),
  acceptFinding: defineCall({
    method: 'POST',
    path: '/question/v1/accept_finding',
    audience: 'staff',
    permission: 'question.edit',
    summary: '确认一条核对结果无误，写明理由；试题改动后需要重新确认',
    request: z.object({
      id,
      version: z.int('版本不正确').min(1, '版本不正确'),
      kind: findingKind,
      part: findingPart,
      reason,
    }),
    response: z.object({ findings: z.array(questionFinding) }),
    refusals: ['question.notFound', 'question.versionStale', 'question.findingGone'],
  }),
  export: defineCall({
    method: 'POST',
    path: '/question/v1/export',
    audience: 'staff',
    permission: 'question.edit',
    summary: '导出一门课程的试题（含答案）；给出文件名与 Base64 内容',
    request: z.object({
      courseId: id,
      format: z.enum(['XLSX', 'GIFT', 'AIKEN'], '格式不正确'),
    }),
    /** `lost` names what the file format cannot hold; questions that were left out are counted. */
    response: z.object({
      name: z.string(),
      mime: z.string(),
      content: z.base64(),
      exported: z.int(),
      leftOut: z.int(),
      lost: z.array(z.string()),
    }),
    refusals: ['question.noSuchCourse'],
  }),
}
