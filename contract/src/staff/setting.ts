import { z } from 'zod'
import { emptyRequest, reason } from '../common.ts'
import { defineCall } from '../define.ts'

const figure = z.object({
  key: z.string(),
  area: z.string(),
  title: z.string(),
  explained: z.string(),
  /** The value in `unit`; a fraction occurs only when it was written directly to the database. */
  value: z.number(),
  usual: z.number(),
  unit: z.string(),
  min: z.int(),
  max: z.int(),
})

export const setting = {
  list: defineCall({
    method: 'GET',
    path: '/setting/v1/list',
    audience: 'staff',
    permission: 'setting.read',
    summary: '运行参数：协会可以改变的时限、次数与比例',
    request: emptyRequest,
    response: z.object({ list: z.array(figure) }),
    refusals: [],
  }),
  set: defineCall({
    method: 'POST',
    path: '/setting/v1/set',
    audience: 'staff',
    permission: 'setting.edit',
    summary: '修改一项运行参数，几秒内生效；写入操作日志',
    labels: { key: '参数', value: '数值', before: '原数值' },
    request: z.object({
      key: z.string('请选择参数').max(60, '参数不正确'),
      value: z.int('请填写整数').min(0, '不能小于 0').max(1_000_000, '过大'),
      /** The value shown on the page, to detect concurrent changes. */
      before: z.number('原数值不正确'),
      reason,
    }),
    response: figure,
    refusals: ['setting.noSuchFigure', 'setting.outOfLimits', 'setting.contradicts', 'setting.stale'],
  }),
}
