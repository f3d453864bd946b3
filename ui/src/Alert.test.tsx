import { Alert } from '@ce/ui/Alert.tsx'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

it('an error is announced at once, but only once inside a live region', () => {
  expect(renderToStaticMarkup(<Alert kind="error" title="没有收取" />)).toContain('role="alert"')
  const inside = renderToStaticMarkup(<Alert inRegion kind="error" title="没有收取" />)
  expect(inside).not.toContain('role=')
})
