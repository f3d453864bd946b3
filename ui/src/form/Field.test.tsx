import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Field } from './Field.tsx'

const markupOf = (props: { required?: boolean; problem?: string }) =>
  renderToStaticMarkup(
    <Field label="姓名" {...props}>
      {(ids) => <input {...ids} />}
    </Field>,
  )

it('a field that must not stay empty says so, to the eye beside its label and of itself', () => {
  const markup = markupOf({ required: true })
  expect(markup).toContain('aria-required="true"')
  expect(markup).toMatch(/姓名<\/label><span [^>]*aria-hidden="true"[^>]*>\*</)
  expect(markupOf({})).not.toMatch(/aria-required|\*/)
})

it('what is wrong with a field is tied to it', () => {
  const markup = markupOf({ problem: '请输入姓名' })
  const [, id] = /aria-describedby="([^"]+)"/.exec(markup) ?? []
  expect(markup).toContain('aria-invalid="true"')
  expect(markup).toContain(`<div id="${id}"`)
})
