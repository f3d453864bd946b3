import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { verifyRoutes } from './routes.tsx'
import { SiteFooter } from './SiteFooter.tsx'

function footerOf(pathname: string, basename = '/'): string {
  const forAll = verifyRoutes().map(({ path = '', handle }) => ({ path, handle, element: '' }))
  const children = [...forAll, { path: '*', element: '' }]
  const router = createMemoryRouter([{ Component: SiteFooter, children }], {
    basename,
    initialEntries: [pathname],
  })
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

it('the footer links to the desktop or phone version of a page, where there is one', () => {
  expect(footerOf('/index')).toContain('手机版')
  expect(footerOf('/h5/index', '/h5')).toContain('电脑版')
  // All missing pages have the same markup, so they have the link too.
  expect(footerOf('/verify/a/b')).toContain('手机版')
  for (const forAll of ['/verify', '/verify/ABC', '/ledger']) expect(footerOf(forAll)).not.toContain('手机版')
})
