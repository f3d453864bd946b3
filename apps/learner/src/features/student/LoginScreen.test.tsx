import { rootRouteId, type SiteInfo } from '@ce/site/data.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { ForgottenPasswordHelp } from './LoginScreen.tsx'

function helpOf(contact: Pick<SiteInfo, 'phone' | 'email'>): string {
  const route = { id: rootRouteId, path: '*', loader: () => null, Component: ForgottenPasswordHelp }
  const hydrationData = { loaderData: { [rootRouteId]: contact } }
  const router = createMemoryRouter([route], { hydrationData })
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

it('the login page names the published phone, e-mail or neither as help', () => {
  expect(helpOf({ phone: '010-1234', email: '' })).toContain('tel:0101234')
  expect(helpOf({ phone: '', email: 'a@b.cn' })).toContain('请发送邮件到')
  expect(helpOf({ phone: '', email: '' })).toContain('联系方式暂未公布')
})
