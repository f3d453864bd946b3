import { expect, test } from 'vitest'
import { gateStateOf } from './gate.ts'

const due = [{ state: 'DUE' }] as const
const open = { asks: false, notice: null }
const asks = { asks: true, notice: null }

test('without the texts in force, pages give way but for one’s own', () => {
  for (const path of [
    ...['dashboard', 'sign', 'my-courses', 'my-courses/1', 'reduction', 'reduction-apply'],
    ...['invitations', 'orders/1/invoice'],
  ])
    expect([path, gateStateOf(due, `/system/${path}`, null)]).toEqual([path, asks])
  for (const path of [
    'privacy',
    'profile',
    'messages',
    'orders',
    'invoices',
    'invoices/1',
    'grant',
  ])
    expect([path, gateStateOf(due, `/system/${path}`, null)]).toEqual([
      path,
      { asks: false, notice: 'LIMITED' },
    ])
  expect(gateStateOf(due, `/system/agreements`, null)).toEqual(open)
  expect(gateStateOf(due, `/grant/detail`, null).asks).toBe(false)
})

test.each(['/system/my-courses/1/2', '/exam/1/2'])(
  '%s goes on until the server refuses something there',
  (path) => {
    expect(gateStateOf(due, path, null)).toEqual(open)
    expect(gateStateOf(due, path, '/system/dashboard')).toEqual(open)
    expect(gateStateOf(due, path, path)).toEqual(asks)
    expect(gateStateOf([{ state: 'GRACE' }], path, null)).toEqual(open)
  },
)

test('days of grace and a version to come are said above a page, the nearer one first', () => {
  const at = '/system/dashboard'
  expect(gateStateOf([], at, null)).toEqual(open)
  expect(gateStateOf([{ state: 'COMING' }], at, null)).toEqual({ asks: false, notice: 'COMING' })
  const both = [{ state: 'COMING' }, { state: 'GRACE' }] as const
  expect(gateStateOf(both, at, null)).toEqual({ asks: false, notice: 'GRACE' })
})
