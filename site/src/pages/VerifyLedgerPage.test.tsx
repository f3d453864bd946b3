import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { VerifyLedgerPage } from './VerifyLedgerPage.tsx'

function emptyOf(total: number): string {
  const routes = [{ id: 'ledger', path: '/ledger', loader: () => null, Component: VerifyLedgerPage }]
  const ledger = { list: [], total, page: 999, pageSize: 30 }
  const router = createMemoryRouter(routes, {
    initialEntries: ['/ledger?page=999'],
    hydrationData: { loaderData: { ledger } },
  })
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

it('a page beyond the end of the ledger shows another text than a ledger without roots', () => {
  expect(emptyOf(0)).toContain('还没有公示的校验码')
  expect(emptyOf(31)).not.toContain('还没有公示的校验码')
  expect(emptyOf(31)).toMatch(/没有这一页.*<a href="\/ledger"/)
})
