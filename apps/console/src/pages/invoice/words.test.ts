import type { IssueRow } from '@ce/client/staff/invoice.ts'
import { expect, test } from 'vitest'
import {
  checkWords,
  exportedWords,
  mayAccept,
  notExported,
  numberWords,
  refundNote,
  reverseCause,
} from './words.ts'

const change = {
  titleType: 'COMPANY' as const,
  title: '江南大药房',
  taxNo: null,
  email: 'a@example.cn',
  remark: '',
  reason: '抬头写错了',
  askedAt: '2026-03-01T00:00:00.000Z',
}
const paid = { orderStatus: 'PAID' as const, amount: 36_000, kept: 36_000, change: null }

test('an invoice says why it must be reversed: refunded, refunded in part, or wanted otherwise', () => {
  expect(reverseCause({ ...paid, orderStatus: 'REFUNDED', kept: 0, change })).toBe('订单已退款')
  const part = reverseCause({ ...paid, kept: 24_000, change })
  expect(part).toBe(
    '订单部分退款 ¥120.00，实收 ¥240.00，与发票金额不符；红冲后可按实收金额重新申请',
  )
  expect(reverseCause({ ...paid, change })).toBe('学员申请换开：抬头写错了')
})

test('what was given back is not for the tax office; what is issued may be listed again', () => {
  const stands = { withdrawnAt: null }
  expect(notExported({ ...stands, state: 'PENDING' })).toBeUndefined()
  expect(notExported({ ...stands, state: 'ISSUED' })).toBeUndefined()
  expect(notExported({ ...stands, state: 'FAILED' })).toBe('已退回，不能导出')
  expect(notExported({ ...stands, state: 'REVERSED' })).toBe('已红冲，不能导出')
  const withdrawn = { withdrawnAt: '2026-03-01T00:00:00.000Z', state: 'FAILED' as const }
  expect(notExported(withdrawn)).toBe('申请人已撤回，不能导出')
})

test('an invoice of the tax system whose number nobody entered says so; what never was one has none', () => {
  expect(numberWords({ invoiceNo: '2611200000', taxState: 'RED' })).toBe('2611200000')
  for (const taxState of ['RED', 'VOIDED'] as const)
    expect(numberWords({ invoiceNo: null, taxState })).toMatch(/没有登记.+税务系统/)
  for (const taxState of ['OPEN', 'NEVER_ISSUED', null] as const)
    expect(numberWords({ invoiceNo: null, taxState })).toBeNull()
})

test('an export says what it left out', () => {
  expect(exportedWords({ begun: 0, withdrawn: 0, ended: 0 })).toBe('')
  expect(exportedWords({ begun: 2, withdrawn: 1, ended: 3 })).toBe(
    '其中 2 张由“待开票”变为“开票中”。另有 1 张已由申请人撤回，3 张已退回或红冲，没有导出。',
  )
})

test('only what staff may know better is accepted, and only of a file that differs', () => {
  const row = {
    outcome: 'MISMATCH',
    differences: [{ field: 'title', mayAccept: true }],
  } as IssueRow
  expect(mayAccept(row)).toBe(true)
  const sum = { field: 'amount', mayAccept: false } as IssueRow['differences'][number]
  expect(mayAccept({ ...row, differences: [...row.differences, sum] })).toBe(false)
  expect(mayAccept({ ...row, outcome: 'UNMATCHED' })).toBe(false)
})

test('an issued invoice says how its file was compared, where it was', () => {
  expect(checkWords({ checkWay: 'READ', checkNote: null })).toBe('文件内容与申请一致')
  expect(checkWords({ checkWay: 'TYPED', checkNote: '扫描件' })).toContain('未能自动核对')
  expect(checkWords({ checkWay: null, checkNote: null })).toBeNull()
})

test('whoever works on an invoice reads that its order’s money may go back', () => {
  const open = { state: 'PENDING' as const, refundOpen: true }
  expect(refundNote(open)).toBe('订单有退款申请待审核')
  expect(refundNote({ ...open, refundOpen: false })).toBeUndefined()
  expect(refundNote({ ...open, state: 'ISSUED' })).toBe('订单有退款申请待审核')
  expect(refundNote({ ...open, state: 'FAILED' })).toBeUndefined()
})
