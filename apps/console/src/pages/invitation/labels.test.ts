import type { EmployerOrder } from '@ce/client/employer.ts'
import type { MemberState } from '@ce/contract/member-states'
import { expect, it } from 'vitest'
import { findReplacingOrder, memberNamesText, orderObstacleText } from './labels.ts'

const member = (name: string, state: MemberState = 'CONFIRMED') => ({ name, state })

it('up to three member names are listed, and the others are counted', () => {
  const three = [member('甲'), member('乙'), member('丙')]
  expect(memberNamesText(three)).toBe('甲、乙、丙')
  expect(memberNamesText([...three, member('丁')])).toBe('甲、乙、丙等 4 人')
})

it('members who prevent an employer order are named with the reason', () => {
  const ready = [member('甲'), member('乙', 'REFUNDED')]
  expect(orderObstacleText(ready)).toBe('')
  expect(orderObstacleText([...ready, member('丙', 'DECLINED'), member('丁', 'ELSEWHERE')])).toBe(
    '不能下单：丙（本人已谢绝）、丁（已另行报名）',
  )
  const waiting = ['丙', '丁', '戊', '己'].map((name) => member(name, 'INVITED'))
  expect(orderObstacleText([...ready, ...waiting])).toBe(
    '不能下单：丙（待本人确认）、丁（待本人确认）、戊（待本人确认）等 4 人',
  )
})

const placed = (orderNo: string, status: EmployerOrder['status'], ids: string[]): EmployerOrder => ({
  ...{ orderNo, status, payType: 'WECHAT', amount: 12_000, kept: 12_000, title: '2026 年度' },
  ...{ createdAt: '2026-01-01T00:00:00Z', expireAt: '2026-01-01T02:00:00Z', paidAt: null },
  ...{ closedAt: null, closeReason: null, codeUrl: null, invoice: null, invoiceDeadline: null },
  lines: ids.map((invitationId) => ({ invitationId, name: '甲', amount: 6_000, refunded: false })),
})

it('findReplacingOrder finds the open order of the same people that replaced a closed order', () => {
  const closed = placed('old', 'CLOSED', ['a', 'b'])
  const list = [placed('new', 'PENDING', ['b', 'a']), placed('other', 'PENDING', ['c']), closed]
  expect(findReplacingOrder('old', list)?.orderNo).toBe('new')
  expect(findReplacingOrder('old', [closed])).toBeUndefined()
  const stands = placed('old', 'PENDING', ['a', 'b'])
  expect(findReplacingOrder('old', [stands])).toBeUndefined()
})
