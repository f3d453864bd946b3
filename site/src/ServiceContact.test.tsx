import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { rootRouteId, type SiteInfo } from './data.ts'
import { ServiceContact } from './ServiceContact.tsx'

function contactOf(site: Partial<SiteInfo> | null): string {
  const route = { id: rootRouteId, path: '*', loader: () => null, Component: ServiceContact }
  const hydrationData = { loaderData: { [rootRouteId]: site } }
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([route], { hydrationData })} />)
}

it('shows how to reach customer service, that nothing is published, or that loading failed', () => {
  expect(contactOf({ phone: '010-1234', qrImages: [] })).toContain('tel:0101234')
  expect(contactOf({ phone: '', qrImages: [] })).toContain('联系方式暂未公布')
  expect(contactOf({ phone: '', qrImages: [], wechatNumber: '药协' })).not.toContain('暂未公布')
  expect(contactOf(null)).toContain('联系方式没有加载成功，请刷新页面')
})
