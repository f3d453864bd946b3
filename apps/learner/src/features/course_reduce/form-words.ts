import type { Reduction, ReductionOffer } from '@ce/client/course_reduce.ts'
import { courseReduceSubmitLimits } from '@ce/contract/learner-limits'
import { trialWords } from '@ce/contract/trial-words'

/** What the fields of an application say when they are empty. */
export const missing = {
  year: '请选择年度',
  typeCode: '请选择减免类型',
  subject: '请选择科目',
  hours: '请填写学时',
  startDate: '请选择开始日期',
  endDate: '请选择结束日期',
  reason: '请填写申请理由',
  files: (least: number) => `至少上传 ${least} 个文件`,
}
/** The limits of the contract; the type that is chosen may have narrower ones. */
export const hoursRange = { what: '申请学时', ...courseReduceSubmitLimits.hours, decimals: 1 }
export const noTypeYet = '请先选择减免类型，再存草稿'
export const fixedHoursWords = '由减免类型决定。'
export const savedNotice = { kind: 'success', title: '已保存' } as const
export const handedInNotice = {
  kind: 'success',
  title: '申请已提交',
  text: '审核结果会显示在“学时减免”。',
} as const

/** What its buttons are called. */
export function sendWords(reduction: Reduction | null): { submit: string; save: string } {
  return reduction?.state === 'RETURNED'
    ? { submit: '提交补正', save: '先保存' }
    : { submit: '提交申请', save: '存草稿' }
}

/** Years that can be applied for, and the one it is for. */
export function yearOptions({ years }: ReductionOffer, reduction: Reduction | null) {
  const options = years.map(({ year, trial }) => ({
    value: year,
    label: trial ? `${year} 年度（${trialWords.tag}）` : `${year} 年度`,
  }))
  if (reduction && !years.some(({ year }) => year === reduction.year))
    options.push({ value: reduction.year, label: `${reduction.year} 年度` })
  return options
}

/** Types that can be applied for, and the one it is of. */
export function typeOptions({ types }: ReductionOffer, reduction: Reduction | null) {
  const options = types.map(({ code, name }) => ({ value: code, label: name }))
  if (reduction && !options.some(({ value }) => value === reduction.typeCode))
    options.push({ value: reduction.typeCode, label: reduction.typeName })
  return options
}
