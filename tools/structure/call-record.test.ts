import { clientBase, clientCalls, staffBase, staffCalls } from '@ce/contract'
import { expect, test } from 'vitest'
import type { CallRecord } from '../../server/test/call-record.ts'
import { judgeCalls, listCoverageGaps } from './call-record.ts'

const { queryStatus, myOrder, payTypes, notify } = clientCalls.order
const number = 'A1B2C3D4E5'

function answer(path: string, change: Partial<CallRecord>): CallRecord {
  const plain = { base: clientBase, method: 'GET', who: 'ann', status: 200, code: 1, key: null }
  return { ...plain, sent: [], given: [], path, ...change }
}
const path = queryStatus.path
const works = answer(path, { sent: [number] })
const unsigned = answer(path, { who: '', status: 401, code: 1008, key: 'common.unauthorized' })
const invalid = answer(path, { code: 1001, key: 'common.invalid' })
const refused = (who: string, sent: string[]) => answer(path, { who, sent, code: 4010, key: 'order.notFound' })

test('a call with all four kinds of tests has no gap', () => {
  const [row] = judgeCalls(clientBase, [queryStatus], [works, unsigned, invalid, refused('bob', [number])])
  expect(row).toEqual({
    call: 'GET /order/v1/query_status',
    works: 1,
    needsSignIn: 1,
    refusesOthersRow: 1,
    needsPermission: null,
    refusesBadInput: 1,
  })
})

test.each([
  ['it never worked', [unsigned, invalid], 'works'],
  ['nobody came without a token', [works, invalid], 'needs sign-in'],
  ['no bad input', [works, unsigned], 'refuses bad input'],
  ['a made-up number is nobody’s row', [works, refused('bob', ['Z9Z9Z9Z9Z9'])], 'another student'],
  ['one’s own row is not another’s', [works, refused('ann', [number])], 'another student'],
])('reports a missing kind of test: %s', (_, records, gap) => {
  expect(listCoverageGaps(judgeCalls(clientBase, [queryStatus], records)).join('\n')).toContain(gap)
})

test('an id in a response belongs to the caller who got it, so that a refusal to another caller counts', () => {
  const made = answer('/order/v1/create_order', { method: 'POST', given: [number] })
  const [row] = judgeCalls(clientBase, [queryStatus], [made, refused('bob', [number])])
  expect(row?.refusesOthersRow).toBe(1)
})

test('tests of invalid input are required only for calls that take input', () => {
  const coverage = judgeCalls(
    clientBase,
    [payTypes, myOrder, notify],
    [answer('/order/v1/notify/demo', { method: 'POST', code: 4012, key: 'order.badNotification' })],
  )
  expect(coverage).toMatchObject([
    { needsSignIn: 0, refusesOthersRow: null, refusesBadInput: null },
    { needsSignIn: 0, refusesOthersRow: null, refusesBadInput: 0 },
    { needsSignIn: null, refusesOthersRow: null, refusesBadInput: 1 },
  ])
})

test('a console call needs a test of its permission, and calls of other bases do not count for it', () => {
  const { list } = staffCalls.audit
  const forbidden = { status: 200, code: 9005, key: 'staff.forbidden' }
  const judged = (base: string) =>
    judgeCalls(staffBase, [list, staffCalls.staff.me], [answer(list.path, { base, ...forbidden })])
  expect(judged(staffBase)).toMatchObject([
    { works: 0, needsSignIn: 0, refusesOthersRow: null, needsPermission: 1, refusesBadInput: 0 },
    { works: 0, needsSignIn: 0, refusesOthersRow: null, needsPermission: null },
  ])
  expect(listCoverageGaps(judged(clientBase)).join('\n')).toContain('without the permission')
})
