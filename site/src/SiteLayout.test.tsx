import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { SiteLayout } from './SiteLayout.tsx'

function currentOn(pathname: string): string[] {
  const children = [
    { path: '/guide', element: '' },
    { path: '*', element: '', handle: { status: 404 } },
  ]
  const router = createMemoryRouter([{ Component: SiteLayout, children }], {
    initialEntries: [pathname],
  })
  const markup = renderToStaticMarkup(<RouterProvider router={router} />)
  return [...markup.matchAll(/<a [^>]*aria-current[^>]*>([^<]*)/g)].map(([, title = '']) => title)
}

it('the header highlights nothing on a missing page, which is the same for every address', () => {
  expect(currentOn('/guide')).toEqual(['注册指南'])
  for (const missing of ['/guide/nothing', '/system/nothing', '/nothing']) expect(currentOn(missing)).toEqual([])
})
