import { closeNotice, readShownNotices } from '@ce/ui/notices.ts'
import { afterEach, expect, it } from 'vitest'
import { CallOffline, CallRefused } from '../call.ts'
import { findOrderAfterChange } from './channels.ts'

afterEach(() => {
  for (const { id } of readShownNotices()) closeNotice(id)
})

const told = () => readShownNotices().map(({ title }) => title)
const made = { orderNo: 'new', payType: 'ALIPAY' as const }
const lost = () => Promise.reject(new CallOffline(false))
const refused = () => Promise.reject(new CallRefused({ code: 4001, msg: '不行', data: null }))

it('a payment channel change with a response shows no notice', async () => {
  expect(await findOrderAfterChange(Promise.resolve(made), lost)).toBe(made)
  expect(told()).toEqual([])
})

it('a payment channel change with a lost response is detected and reported', async () => {
  expect(await findOrderAfterChange(lost(), async () => made)).toBe(made)
  expect(told()).toEqual(['已改用支付宝'])
})

it.each([
  ['nothing has changed', async () => undefined],
  ['nobody knows, there is still no network', lost],
])('a payment channel change is reported as failed when %s', async (_, lookAgain) => {
  expect(await findOrderAfterChange(lost(), lookAgain)).toBeUndefined()
  expect(told()).toEqual(['操作没有完成'])
})

it('a refused payment channel change shows its reason, whatever order exists now', async () => {
  expect(await findOrderAfterChange(refused(), async () => made)).toBe(made)
  expect(readShownNotices()).toMatchObject([{ title: '操作没有完成', text: '不行' }])
})
