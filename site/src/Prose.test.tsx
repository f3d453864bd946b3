import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Prose } from './Prose.tsx'

test('every table of an article gets a scrolling container, and nothing else changes', () => {
  const text = '<p>a &lt;table&gt; b</p>'
  const table = '<table><tbody><tr><td>1</td></tr></tbody></table>'
  expect(renderToStaticMarkup(<Prose html={text + table} />)).toBe(
    `<div class="prose">${text}<div class="table-scroll">${table}</div></div>`,
  )
})
