import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { StatusMark } from './StatusMark.tsx'

it('the text of a status stays in one piece beside its mark, with or without a date', () => {
  const words = '本证明已于 2026-11-20 撤销：登记有误'
  const markup = renderToStaticMarkup(<StatusMark kind="error">{words}</StatusMark>)
  const beside = markup.split('</svg>')[1]
  expect(beside).toBe('<span>本证明已于 <span class="ui-date">2026-11-20</span> 撤销：登记有误</span></span>')
})
