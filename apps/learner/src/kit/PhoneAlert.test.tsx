import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PhoneAlert } from './PhoneAlert.tsx'

it('an error is told at once, but only once where a region tells it already', () => {
  expect(renderToStaticMarkup(<PhoneAlert kind="error" title="没有收取" />)).toContain(
    'role="alert"',
  )
  const inside = renderToStaticMarkup(<PhoneAlert inRegion kind="error" title="没有收取" />)
  expect(inside).not.toContain('role=')
})
