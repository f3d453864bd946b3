import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Dated } from './Dated.tsx'
import { datesIn } from './dates-in.ts'

it('a text falls into its dates and what stands between them', () => {
  const words = '下单 2026-11-11 04:45，支付 2026-11-12。'
  expect(datesIn(words).filter(({ date }) => date)).toEqual([
    { text: '2026-11-11 04:45', date: true, at: 3 },
    { text: '2026-11-12', date: true, at: 23 },
  ])
  expect(
    datesIn(words)
      .map(({ text }) => text)
      .join(''),
  ).toBe(words)
  expect(datesIn('已支付')).toEqual([{ text: '已支付', date: false, at: 0 }])
  expect(datesIn('')).toEqual([])
})

it('a date is one piece of a line, and nothing else of the text is touched', () => {
  const link = createElement('b', { key: 'b' }, '2026-01-01')
  const markup = renderToStaticMarkup(
    createElement(Dated, null, '学习截止 ', '2026-12-31', '，A-1 2-3', link),
  )
  expect(markup).toBe('学习截止 <span class="ui-date">2026-12-31</span>，A-1 2-3<b>2026-01-01</b>')
})
