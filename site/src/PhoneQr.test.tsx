import { QrCode } from '@ce/ui/QrCode.tsx'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { PhoneQr } from './PhoneQr.tsx'

afterEach(() => vi.unstubAllGlobals())

const picture = (markup: string) => markup.match(/<path .*<\/svg>/)?.[0]

it.each([
  ['/index', '/h5/index'],
  ['/list/notice?page=2', '/h5/list/notice?page=2'],
  // A responsive page has the same address on phones.
  ['/ledger?page=2', '/ledger?page=2'],
  ['/verify/ABC', '/verify/ABC'],
])('the QR code of %s leads to %s', (open, scanned) => {
  vi.stubGlobal('location', { origin: 'https://ce.example.org' })
  const shown = renderToStaticMarkup(
    <MemoryRouter initialEntries={[open]}>
      <PhoneQr />
    </MemoryRouter>,
  )
  const code = renderToStaticMarkup(
    <QrCode value={`https://ce.example.org${scanned}`} size={148} margin={2} title="" />,
  )
  expect(picture(shown)).toBeTruthy()
  expect(picture(shown)).toBe(picture(code))
})
