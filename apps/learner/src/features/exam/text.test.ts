import { expect, it } from 'vitest'
import { leaveExamText, submittingText, unsavedAnswersText, unsentAnswersText } from './text.ts'

const kept = /(保存|封存)在本机|已暂存|不会丢失/

it('exam texts say that the device stores answers only if it can store them', () => {
  for (const faulty of [true, false])
    for (const keeps of [true, false]) {
      const waiting = { faulty, keeps }
      const said = [
        unsavedAnswersText(waiting),
        submittingText(waiting, true, 900),
        submittingText(waiting, false, 900),
      ]
      for (const words of said) {
        expect(kept.test(words)).toBe(keeps)
        if (!keeps) expect(words).toMatch(/不要关闭|请勿关闭/)
      }
    }
  expect(leaveExamText(false)).toMatch(kept)
  expect(leaveExamText(true)).not.toMatch(kept)
})

it('exam texts tell a server error from a lost network', () => {
  const at = { faulty: true, keeps: true }
  for (const words of [unsavedAnswersText(at), submittingText(at, true, 900), submittingText(at, false, 900)]) {
    expect(words).toContain('服务器暂时出错')
    expect(words).not.toMatch(/网络|离线/)
  }
  expect(submittingText({ ...at, faulty: false }, true, 900)).toContain('网络不通')
  expect(unsavedAnswersText({ ...at, faulty: false })).toContain('离线')
})

it('the text about unsent answers asks to close the other exam page only while another page is open', () => {
  expect(unsentAnswersText(2, true)).toMatch(/其他标签页.*2 题.*关闭/)
  expect(unsentAnswersText(2, false)).toMatch(/2 题作答正在补交/)
  expect(unsentAnswersText(2, false)).not.toContain('关闭')
})
