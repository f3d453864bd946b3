import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FocusableScrollArea, type TableNameAttributes } from './ScrollBox.tsx'

function boxOf(name: TableNameAttributes, overflows: boolean): string {
  return renderToStaticMarkup(
    <FocusableScrollArea name={name} className="desk-table" overflows={overflows}>
      <table />
    </FocusableScrollArea>,
  )
}

it('a table that fits its box is no tab stop', () => {
  expect(boxOf({ 'aria-label': '年度计划' }, false)).toBe('<div class="desk-table"><table></table></div>')
})

it('a scrolling table is a tab stop with the role region and an accessible name', () => {
  const box = boxOf({ 'aria-label': '年度计划' }, true)
  expect(box).toMatch(/^<div class="desk-table" role="region" tabindex="0" aria-label="年度计划，/)
})

it('a scrolling table named by a heading adds the hint 可滚动 to its accessible name', () => {
  const [, hint] = /aria-labelledby="years ([^"]+)"/.exec(boxOf({ 'aria-labelledby': 'years' }, true)) ?? []
  expect(hint).toBeTruthy()
  expect(boxOf({ 'aria-labelledby': 'years' }, true)).toContain(`<span id="${hint}" hidden="">可滚动`)
})
