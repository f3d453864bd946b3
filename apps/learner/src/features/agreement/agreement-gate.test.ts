import { expect, test } from 'vitest'
import { agreementGateStateOf } from './agreement-gate.ts'

const due = [{ state: 'DUE' }] as const
const open = { asks: false, notice: null }
const asks = { asks: true, notice: null }

test('private pages are replaced by the required texts, except for pages with the student’s own data', () => {
  for (const path of [
    ...['dashboard', 'sign', 'my-courses', 'my-courses/1', 'reduction', 'reduction-apply'],
    ...['invitations', 'orders/1/invoice'],
  ])
    expect([path, agreementGateStateOf(due, `/system/${path}`, null)]).toEqual([path, asks])
  for (const path of ['privacy', 'profile', 'messages', 'orders', 'invoices', 'invoices/1', 'grant'])
    expect([path, agreementGateStateOf(due, `/system/${path}`, null)]).toEqual([
      path,
      { asks: false, notice: 'LIMITED' },
    ])
  expect(agreementGateStateOf(due, `/system/agreements`, null)).toEqual(open)
  expect(agreementGateStateOf(due, `/grant/detail`, null).asks).toBe(false)
})

test.each(['/system/my-courses/1/2', '/exam/1/2'])(
  '%s stays open until the server refuses a call there because of the required texts',
  (path) => {
    expect(agreementGateStateOf(due, path, null)).toEqual(open)
    expect(agreementGateStateOf(due, path, '/system/dashboard')).toEqual(open)
    expect(agreementGateStateOf(due, path, path)).toEqual(asks)
    expect(agreementGateStateOf([{ state: 'GRACE' }], path, null)).toEqual(open)
  },
)

test('a page shows a notice while a new legal text is announced or in its grace period', () => {
  const at = '/system/dashboard'
  expect(agreementGateStateOf([], at, null)).toEqual(open)
  expect(agreementGateStateOf([{ state: 'COMING' }], at, null)).toEqual({ asks: false, notice: 'COMING' })
  const both = [{ state: 'COMING' }, { state: 'GRACE' }] as const
  expect(agreementGateStateOf(both, at, null)).toEqual({ asks: false, notice: 'GRACE' })
})
