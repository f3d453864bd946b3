import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Field } from './Field.tsx'

const markupOf = (props: { required?: boolean; problem?: string }) =>
  renderToStaticMarkup(
    <Field label="姓名" {...props}>
      {(ids) => <input {...ids} />}
    </Field>,
  )

it('a required field is marked beside its label and for screen readers', () => {
  const markup = markupOf({ required: true })
  expect(markup).toContain('aria-required="true"')
  expect(markup).toMatch(/姓名<\/label><span [^>]*aria-hidden="true"[^>]*>\*</)
  expect(markupOf({})).not.toMatch(/aria-required|\*/)
})

it('a field’s problem is linked to the field', () => {
  const markup = markupOf({ problem: '请输入姓名' })
  const [, id] = /aria-describedby="([^"]+)"/.exec(markup) ?? []
  expect(markup).toContain('aria-invalid="true"')
  expect(markup).toContain(`<div id="${id}"`)
})
