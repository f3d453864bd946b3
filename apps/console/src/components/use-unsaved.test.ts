import type { Location } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { keepFromLoss, lossWords, wouldLose } from './use-unsaved.ts'

const at = (pathname: string, state: unknown = null): Location => ({
  pathname,
  state,
  search: '',
  hash: '',
  key: pathname,
  mask: undefined,
})
const leaving = (nextLocation: Location, how = 'PUSH') =>
  wouldLose({ currentLocation: at('/courses/1'), nextLocation, historyAction: how as never })

const held: (() => void)[] = []
const hold = (loss: string) => {
  const giveBack = keepFromLoss(loss)
  held.push(giveBack)
  return giveBack
}
afterEach(() => {
  for (const giveBack of held.splice(0)) giveBack()
})

it('asks while any form or upload of the page would lose something, whichever came last', () => {
  expect(leaving(at('/plans'))).toBe(false)
  const draft = hold('课时没有保存。')
  const info = hold('简介没有保存。')
  info()
  expect(leaving(at('/plans'))).toBe(true)
  draft()
  expect(leaving(at('/plans'))).toBe(false)
})

it('asks nothing within the page, of an ended session, or where the same editor stands on', () => {
  hold('课时没有保存。')
  expect(leaving(at('/courses/1'))).toBe(false)
  expect(leaving(at('/login', { sessionOver: true }))).toBe(false)
  expect(leaving(at('/posters/9', { bornIn: 'new-1' }), 'REPLACE')).toBe(false)
  expect(leaving(at('/posters/9', { from: '/' }))).toBe(true)
})

it('asks before the browser’s way back to what an editor once made', () => {
  hold('课时没有保存。')
  expect(leaving(at('/posters/9', { bornIn: 'new-1' }), 'POP')).toBe(true)
})

it('says each loss once', () => {
  for (const loss of ['课时没有保存。', '文件还在上传。', '文件还在上传。']) hold(loss)
  expect(lossWords()).toBe('课时没有保存。文件还在上传。')
})
