import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Input, Output } from './call.ts'
import { read, useWrite } from './query.ts'

export type ReductionHead = Output<'GET /course_reduce/v1/query'>['list'][number]
export type Reduction = Output<'GET /course_reduce/v1/info'>
export type ReductionState = ReductionHead['state']
export type ReductionStep = Reduction['steps'][number]
export type ReductionOffer = Output<'GET /course_reduce/v1/types'>
export type ReductionType = ReductionOffer['types'][number]
export type Evidence = Reduction['attachments'][number]

/** private links live ten minutes: renewed before */
const renewMs = 8 * 60_000

export const reductionTypesQuery = () => read('GET /course_reduce/v1/types', {})
export const reductionsQuery = (input: Input<'GET /course_reduce/v1/query'>) =>
  queryOptions({ ...read('GET /course_reduce/v1/query', input), placeholderData: keepPreviousData })
export const reductionQuery = (id: string) =>
  queryOptions({ ...read('GET /course_reduce/v1/info', { id }), refetchInterval: renewMs })

const renewed = ['GET /course_reduce/v1/query', 'GET /course_reduce/v1/info'] as const

/** the form shows what went wrong itself */
export const useSaveReduction = () =>
  useWrite('POST /course_reduce/v1/save', renewed, { quiet: true })
export const useSubmitReduction = () =>
  useWrite('POST /course_reduce/v1/submit', renewed, { quiet: true })
export const useWithdrawReduction = () => useWrite('POST /course_reduce/v1/withdraw', renewed)

/** What happened to an application, as both sides call it. */
export const reductionStepWords: Readonly<Record<ReductionStep['action'], string>> = {
  SUBMITTED: '提交',
  SUPPLEMENTED: '提交补正',
  WITHDRAWN: '撤回',
  FIRST_PASSED: '初审通过',
  APPROVED: '审核通过',
  RETURNED: '退回补正',
  REJECTED: '驳回',
  CHECKED: '抽查无误',
  REVERSED: '冲销',
}

/** How a type reckons its hours, in a sentence: 每篇 3 学时，年度最多 12 学时. */
export function hoursRuleWords(
  rule: Pick<ReductionType, 'hoursMode' | 'hours' | 'unit' | 'yearCap'>,
): string {
  const each = {
    FIXED: `每次 ${rule.hours} 学时`,
    PER_UNIT: `每${rule.unit} ${rule.hours} 学时`,
    FULL_YEAR: '减免该科目全年学时',
  }[rule.hoursMode]
  return rule.yearCap === null ? each : `${each}，年度最多 ${rule.yearCap} 学时`
}
