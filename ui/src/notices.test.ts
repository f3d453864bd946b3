import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { claimNoticePlace, closeNotice, readShownNotices, showNotice, topNoticePlace } from './notices.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

describe('notices of a page', () => {
  it('notices show in the front dialog, and in the page when none is open', () => {
    const [page, sheet, question] = [Symbol(), Symbol(), Symbol()]
    const closeSheet = claimNoticePlace(sheet, true)
    // A page that opens together with its sheet registers its place later.
    claimNoticePlace(page, false)
    expect(topNoticePlace()).toBe(sheet)
    const closeQuestion = claimNoticePlace(question, true)
    expect(topNoticePlace()).toBe(question)
    closeQuestion()
    closeSheet()
    expect(topNoticePlace()).toBe(page)
  })

  it('notices disappear after 4500 ms or the given time', () => {
    showNotice({ title: '一' })
    showNotice({ title: '二', durationMs: 5000 })
    vi.advanceTimersByTime(4499)
    expect(readShownNotices()).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(readShownNotices().map(({ title }) => title)).toEqual(['二'])
    vi.advanceTimersByTime(500)
    expect(readShownNotices()).toEqual([])
  })

  it('a repeated notice shows once and its time starts again', () => {
    const first = showNotice({ title: '错误', text: '服务器出错' })
    vi.advanceTimersByTime(4000)
    expect(showNotice({ title: '错误', text: '服务器出错' })).toBe(first)
    vi.advanceTimersByTime(4000)
    expect(readShownNotices()).toHaveLength(1)
    closeNotice(first)
    expect(readShownNotices()).toEqual([])
  })
})
