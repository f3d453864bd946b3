import { describe, expect, it } from 'vitest'
import {
  allowedReadingSeconds,
  articleLimits,
  articleProblem,
  charactersPerMinute,
  countHtmlCharacters,
  proposedReadingSeconds,
} from './reading.ts'

describe('counting characters of HTML', () => {
  it.each([
    ['<p>审核处方</p><p>核对 剂量</p>', 8],
    ['<p>A&amp;B&nbsp;&#20013;</p>', 4],
    ['<table><tr><td>甲</td></tr></table><p><img src="/files/public/1" alt="药盒"></p>', 1],
    ['<p>𠮷野</p>', 2],
    ['', 0],
  ])('counts the characters of %s: %i', (html, count) => expect(countHtmlCharacters(html)).toBe(count))
})

describe('reading time of an article', () => {
  it('proposes whole minutes by length, at least one', () => {
    expect([0, 1, charactersPerMinute, charactersPerMinute + 1, 1500].map(proposedReadingSeconds)).toEqual([
      60, 60, 60, 120, 300,
    ])
  })

  it('allows half to three times the proposed reading time, within the limits of a lesson', () => {
    expect(allowedReadingSeconds(1500)).toEqual({ least: 150, most: 900 })
    expect(allowedReadingSeconds(0)).toEqual({ least: articleLimits.leastSeconds, most: 180 })
    expect(allowedReadingSeconds(articleLimits.html).most).toBe(articleLimits.mostSeconds)
  })

  it('names what prevents the publication of an article', () => {
    const lesson = { title: '审方', characters: 1500, seconds: 300 }
    expect(articleProblem(lesson)).toBeNull()
    expect(articleProblem({ ...lesson, characters: 0 })).toBe('“审方”还没有正文')
    for (const seconds of [149, 901])
      expect(articleProblem({ ...lesson, seconds })).toBe('“审方”有 1500 字，阅读时间应为 2.5–15 分钟')
    for (const seconds of [150, 900]) expect(articleProblem({ ...lesson, seconds })).toBeNull()
  })
})
