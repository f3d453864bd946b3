import type { EmployerOrder } from '@ce/client/employer.ts'
import type { MemberState } from '@ce/contract/member-states'
import { expect, it } from 'vitest'
import { hinderedWords, namesOf, placedInstead } from './words.ts'

const member = (name: string, state: MemberState = 'CONFIRMED') => ({ name, state })

it('names up to three people, of more the first three and how many they are', () => {
  const three = [member('甲'), member('乙'), member('丙')]
  expect(namesOf(three)).toBe('甲、乙、丙')
  expect(namesOf([...three, member('丁')])).toBe('甲、乙、丙等 4 人')
})

it('says who of those ticked cannot be ordered, and why', () => {
  const ready = [member('甲'), member('乙', 'REFUNDED')]
  expect(hinderedWords(ready)).toBe('')
  expect(hinderedWords([...ready, member('丙', 'DECLINED'), member('丁', 'ELSEWHERE')])).toBe(
    '不能下单：丙（本人已谢绝）、丁（已另行报名）',
  )
  const waiting = ['丙', '丁', '戊', '己'].map((name) => member(name, 'INVITED'))
  expect(hinderedWords([...ready, ...waiting])).toBe(
    '不能下单：丙（待本人确认）、丁（待本人确认）、戊（待本人确认）等 4 人',
  )
})

const placed = (
  orderNo: string,
  status: EmployerOrder['status'],
  ids: string[],
): EmployerOrder => ({
  ...{ orderNo, status, payType: 'WECHAT', amount: 12_000, kept: 12_000, title: '2026 年度' },
  ...{ createdAt: '2026-01-01T00:00:00Z', expireAt: '2026-01-01T02:00:00Z', paidAt: null },
  ...{ closedAt: null, closeReason: null, codeUrl: null, invoice: null, invoiceDeadline: null },
  lines: ids.map((invitationId) => ({ invitationId, name: '甲', amount: 6_000, refunded: false })),
})

it('finds the order that took another one’s place though the answer was lost', () => {
  const closed = placed('old', 'CLOSED', ['a', 'b'])
  const list = [placed('new', 'PENDING', ['b', 'a']), placed('other', 'PENDING', ['c']), closed]
  expect(placedInstead('old', list)?.orderNo).toBe('new')
  expect(placedInstead('old', [closed])).toBeUndefined()
  const stands = placed('old', 'PENDING', ['a', 'b'])
  expect(placedInstead('old', [stands])).toBeUndefined()
})
