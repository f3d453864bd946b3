import { closeNotice, shownNotices } from '@ce/ui/notices.ts'
import { afterEach, expect, it } from 'vitest'
import { CallOffline, CallRefused } from '../call.ts'
import { orderAfterChange } from './channels.ts'

afterEach(() => {
  for (const { id } of shownNotices()) closeNotice(id)
})

const told = () => shownNotices().map(({ title }) => title)
const made = { orderNo: 'new', payType: 'ALIPAY' as const }
const lost = () => Promise.reject(new CallOffline(false))
const refused = () => Promise.reject(new CallRefused({ code: 4001, msg: '不行', data: null }))

it('says nothing of a change that was answered', async () => {
  expect(await orderAfterChange(Promise.resolve(made), lost)).toBe(made)
  expect(told()).toEqual([])
})

it('says what happened when the answer was lost and the change was made', async () => {
  expect(await orderAfterChange(lost(), async () => made)).toBe(made)
  expect(told()).toEqual(['已改用支付宝'])
})

it.each([
  ['nothing has changed', async () => undefined],
  ['nobody knows, there is still no network', lost],
])('says that it failed when %s', async (_, lookAgain) => {
  expect(await orderAfterChange(lost(), lookAgain)).toBeUndefined()
  expect(told()).toEqual(['操作没有完成'])
})

it('says why it was refused, whatever order there is now', async () => {
  expect(await orderAfterChange(refused(), async () => made)).toBe(made)
  expect(shownNotices()).toMatchObject([{ title: '操作没有完成', text: '不行' }])
})
