import type { Output } from '@ce/client/call.ts'
import { siteInfoQuery } from '@ce/client/first_page.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ForgottenPasswordHelp } from './ForgottenPasswordHelp.tsx'

type Site = Output<'GET /first_page/v1/site_info'>

function helpOf(contact: Pick<Site, 'phone' | 'email'>): string {
  const client = new QueryClient()
  client.setQueryData(siteInfoQuery().queryKey, contact as Site)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ForgottenPasswordHelp />
    </QueryClientProvider>,
  )
}

it('leads to who can help, by whatever way there is', () => {
  expect(helpOf({ phone: '010-1234', email: '' })).toContain('tel:0101234')
  expect(helpOf({ phone: '', email: 'a@b.cn' })).toContain('请发送邮件到')
  expect(helpOf({ phone: '', email: '' })).toContain('联系方式暂未公布')
})
