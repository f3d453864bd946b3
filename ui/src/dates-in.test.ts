import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DatedText } from './Dated.tsx'
import { splitDates } from './dates-in.ts'

it('splits a text into dates and the parts between them', () => {
  const words = '下单 2026-11-11 04:45，支付 2026-11-12。'
  expect(splitDates(words).filter(({ date }) => date)).toEqual([
    { text: '2026-11-11 04:45', date: true, at: 3 },
    { text: '2026-11-12', date: true, at: 23 },
  ])
  expect(
    splitDates(words)
      .map(({ text }) => text)
      .join(''),
  ).toBe(words)
  expect(splitDates('已支付')).toEqual([{ text: '已支付', date: false, at: 0 }])
  expect(splitDates('')).toEqual([])
})

it('a date in a text stays in one piece, and nothing else changes', () => {
  const link = createElement('b', { key: 'b' }, '2026-01-01')
  const markup = renderToStaticMarkup(createElement(DatedText, null, '学习截止 ', '2026-12-31', '，A-1 2-3', link))
  expect(markup).toBe('学习截止 <span class="ui-date">2026-12-31</span>，A-1 2-3<b>2026-01-01</b>')
})
