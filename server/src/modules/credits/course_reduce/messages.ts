import { reductionStateNames } from '@ce/contract/state-names'
import { yearNameTexts } from '@ce/contract/trial-text'
import type { NewMessage } from '../../message/service.ts'
import type { ReductionRow } from './store/reductions.ts'

type Told = Pick<
  ReductionRow,
  'id' | 'studentId' | 'version' | 'applyNo' | 'year' | 'trial' | 'typeName' | 'hours' | 'hoursApproved'
>

/** An application can be returned several times, so the event key contains its version. */
function about({ id, studentId, version }: Told, what: string) {
  const event = `reduction.${what}:${id}:${version}`
  return { studentId, kind: 'REVIEW', event, link: `/system/reduction?id=${id}` } as const
}

const named = (row: Told) => `${yearNameTexts(row).year}“${row.typeName}”（${row.applyNo}）`

/** @param tenths the granted hours in tenths */
export function reductionApprovedMessage(row: Told, tenths: number): NewMessage {
  const asked = row.hours ?? tenths
  const less = tenths < asked ? `（申请 ${asked / 10}）` : ''
  const body = `${named(row)}已审核通过，计入 ${tenths / 10} ${yearNameTexts(row).hours}${less}。`
  return { ...about(row, 'approved'), title: '学时减免已通过', body }
}

export function reductionReturnedMessage(row: Told, reason: string): NewMessage {
  const body = `${named(row)}需要补充材料或修改后再次提交。原因：${reason}`
  return { ...about(row, 'returned'), title: '学时减免申请被退回', body }
}

export function reductionRejectedMessage(row: Told, reason: string): NewMessage {
  const body = `${named(row)}${reductionStateNames.REJECTED}。原因：${reason}`
  return { ...about(row, 'rejected'), title: `学时减免${reductionStateNames.REJECTED}`, body }
}

export function reductionReversedMessage(row: Told, reason: string): NewMessage {
  const hours = (row.hoursApproved ?? 0) / 10
  const body = `${named(row)}的 ${hours} ${yearNameTexts(row).hours}已冲销，不再计入。原因：${reason}`
  return { ...about(row, 'reversed'), title: '减免的学时已冲销', body }
}
