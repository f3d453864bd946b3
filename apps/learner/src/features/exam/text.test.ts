import { expect, it } from 'vitest'
import { awaitedText, endingText, leavingText, unsavedText } from './text.ts'

const kept = /(保存|封存)在本机|已暂存|不会丢失/

it('nobody is told that a browser keeps what it does not', () => {
  for (const faulty of [true, false])
    for (const keeps of [true, false]) {
      const waiting = { faulty, keeps }
      const said = [
        unsavedText(waiting),
        endingText(waiting, true, 900),
        endingText(waiting, false, 900),
      ]
      for (const words of said) {
        expect(kept.test(words)).toBe(keeps)
        if (!keeps) expect(words).toMatch(/不要关闭|请勿关闭/)
      }
    }
  expect(leavingText(false)).toMatch(kept)
  expect(leavingText(true)).not.toMatch(kept)
})

it('a server that answers with an error is no network that is away', () => {
  const at = { faulty: true, keeps: true }
  for (const words of [unsavedText(at), endingText(at, true, 900), endingText(at, false, 900)]) {
    expect(words).toContain('服务器暂时出错')
    expect(words).not.toMatch(/网络|离线/)
  }
  expect(endingText({ ...at, faulty: false }, true, 900)).toContain('网络不通')
  expect(unsavedText({ ...at, faulty: false })).toContain('离线')
})

it('what holds up a new attempt is named: a page that is open still, which may be closed', () => {
  expect(awaitedText(2, true)).toMatch(/其他标签页.*2 题.*关闭/)
  expect(awaitedText(2, false)).toMatch(/2 题作答正在补交/)
  expect(awaitedText(2, false)).not.toContain('关闭')
})
