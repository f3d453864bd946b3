import type { Invoice } from '@ce/client/invoice.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { InvoiceCard } from './InvoicesScreen.tsx'

const failed = {
  state: 'FAILED',
  amount: 12_000,
  createdAt: '2026-03-01T00:00:00Z',
  withdrawnAt: null,
} as Invoice

const shown = (invoice: Invoice) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <InvoiceCard invoice={invoice} />
    </MemoryRouter>,
  )

test('the invoice list says why an invoice was not issued', () => {
  const failReason = '订单已退款，不再开票'
  expect(shown({ ...failed, failReason })).toContain(`没有开具，原因：${failReason}`)
  expect(shown({ ...failed, failReason: null })).not.toContain('原因')
})
