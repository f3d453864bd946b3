import type { Location } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { InputLossRegistry, pageInputLosses, shouldBlockNavigation } from './losses.ts'

const at = (pathname: string, state: unknown = null): Location => ({
  pathname,
  state,
  search: '',
  hash: '',
  key: pathname,
  mask: undefined,
})
const leaving = (nextLocation: Location, how = 'PUSH') =>
  shouldBlockNavigation({ currentLocation: at('/courses/1'), nextLocation, historyAction: how as never })

const held: (() => void)[] = []
const hold = (loss: string) => {
  const giveBack = pageInputLosses.keep(() => loss)
  held.push(giveBack)
  return giveBack
}
afterEach(() => {
  for (const giveBack of held.splice(0)) giveBack()
})

it('leaving the page asks first while a form or upload would be lost', () => {
  expect(leaving(at('/plans'))).toBe(false)
  const draft = hold('课时没有保存。')
  const info = hold('简介没有保存。')
  info()
  expect(leaving(at('/plans'))).toBe(true)
  draft()
  expect(leaving(at('/plans'))).toBe(false)
})

it('a navigation asks nothing if it stays on the page, follows the end of the session or keeps the editor open', () => {
  hold('课时没有保存。')
  expect(leaving(at('/courses/1'))).toBe(false)
  expect(leaving(at('/login', { sessionOver: true }))).toBe(false)
  expect(leaving(at('/posters/9', { bornIn: 'new-1' }), 'REPLACE')).toBe(false)
  expect(leaving(at('/posters/9', { from: '/' }))).toBe(true)
})

it('going Back to the history entry of an editor asks before unsaved input is lost', () => {
  hold('课时没有保存。')
  expect(leaving(at('/posters/9', { bornIn: 'new-1' }), 'POP')).toBe(true)
})

it('a repeated warning about lost input is shown once, and the page also shows the warnings of its dialog', () => {
  for (const loss of ['课时没有保存。', '文件还在上传。', '文件还在上传。']) hold(loss)
  const dialog = new InputLossRegistry()
  held.push(pageInputLosses.keep(dialog.words))
  expect(pageInputLosses.words()).toBe('课时没有保存。文件还在上传。')
  dialog.keep(() => '原因没有保存。')
  expect(pageInputLosses.words()).toBe('课时没有保存。文件还在上传。原因没有保存。')
})
