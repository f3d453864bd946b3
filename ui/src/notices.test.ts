import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeNotice, frontPlace, showNotice, shownNotices, takePlace } from './notices.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

describe('notices', () => {
  it('show in the dialog in front, and in the page when none is open', () => {
    const [page, sheet, question] = [Symbol(), Symbol(), Symbol()]
    const closeSheet = takePlace(sheet, true)
    // the page's place comes later when a page opens with its sheet
    takePlace(page, false)
    expect(frontPlace()).toBe(sheet)
    const closeQuestion = takePlace(question, true)
    expect(frontPlace()).toBe(question)
    closeQuestion()
    closeSheet()
    expect(frontPlace()).toBe(page)
  })

  it('go by themselves after 4500 ms, or after the time given (specification §9)', () => {
    showNotice({ title: '一' })
    showNotice({ title: '二', durationMs: 5000 })
    vi.advanceTimersByTime(4499)
    expect(shownNotices()).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(shownNotices().map(({ title }) => title)).toEqual(['二'])
    vi.advanceTimersByTime(500)
    expect(shownNotices()).toEqual([])
  })

  it('the same words show once and stay for their time anew', () => {
    const first = showNotice({ title: '错误', text: '服务器出错' })
    vi.advanceTimersByTime(4000)
    expect(showNotice({ title: '错误', text: '服务器出错' })).toBe(first)
    vi.advanceTimersByTime(4000)
    expect(shownNotices()).toHaveLength(1)
    closeNotice(first)
    expect(shownNotices()).toEqual([])
  })
})
