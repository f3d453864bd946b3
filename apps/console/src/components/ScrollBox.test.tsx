import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ScrollFrame, type TableName } from './ScrollBox.tsx'

function boxOf(name: TableName, overflows: boolean): string {
  return renderToStaticMarkup(
    <ScrollFrame name={name} className="desk-table" overflows={overflows}>
      <table />
    </ScrollFrame>,
  )
}

it('a table that fits is no stop of the keyboard', () => {
  expect(boxOf({ 'aria-label': '年度计划' }, false)).toBe(
    '<div class="desk-table"><table></table></div>',
  )
})

it('one that scrolls is a stop with a role and a name of its own', () => {
  const box = boxOf({ 'aria-label': '年度计划' }, true)
  expect(box).toMatch(/^<div class="desk-table" role="region" tabindex="0" aria-label="年度计划，/)
})

it('one called by a heading is named by it, and apart from the section that is as well', () => {
  const [, hint] =
    /aria-labelledby="years ([^"]+)"/.exec(boxOf({ 'aria-labelledby': 'years' }, true)) ?? []
  expect(hint).toBeTruthy()
  expect(boxOf({ 'aria-labelledby': 'years' }, true)).toContain(
    `<span id="${hint}" hidden="">可滚动`,
  )
})
