import { z } from 'zod'
import { emptyResponse, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { maxErrorMessageLength, maxStackBytes } from '../rules/redact.ts'
import { maxVitalValue, vitalNames } from '../rules/web-vitals.ts'

export const frontEnd = z.enum(['SITE', 'DESKTOP', 'PHONE', 'CONSOLE', 'EMPLOYER'], '页面类别不正确')

const place = z.int('应为整数').min(0, '不能小于 0').max(10_000_000, '过大')

/** The server also removes personal data from the error report (rules/redact.ts). */
const pageError = z.object({
  kind: z.enum(['ERROR', 'REJECTION', 'RENDER', 'CHUNK'], '错误类别不正确'),
  message: text(maxErrorMessageLength).min(1, '请填写错误信息'),
  source: text(200).default(''),
  line: place.default(0),
  column: place.default(0),
  stack: text(maxStackBytes).default(''),
})

const vital = z.object({
  name: z.enum(vitalNames, '指标名称不正确'),
  value: z.number('指标数值应为数字').min(0, '不能小于 0').max(maxVitalValue, '过大'),
})

export const system = {
  report: defineCall({
    method: 'POST',
    path: '/system/v1/report',
    audience: 'public',
    summary: '页面报告自身的错误与快慢，不含个人信息；用于改进，不影响使用',
    labels: {
      app: '页面类别',
      route: '页面路径',
      build: '页面版本',
      browser: '浏览器',
      errors: '错误',
      vitals: '指标',
    },
    request: z.object({
      app: frontEnd,
      route: text(200).default(''),
      build: text(40)
        .regex(/^[\w.-]*$/, '格式不正确')
        .default(''),
      /** Browser family and major version, such as `Chrome 142`. */
      browser: text(30)
        .regex(/^(?:(?:Chrome|Edge|Firefox|Safari|WeChat|Other) \d{1,4})?$/, '格式不正确')
        .default(''),
      errors: z.array(pageError, '应为列表').max(5, '一次最多 5 个').default([]),
      vitals: z.array(vital, '应为列表').max(5, '一次最多 5 项').default([]),
    }),
    response: emptyResponse,
    refusals: [],
  }),
}
