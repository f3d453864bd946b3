import { QRCodeSVG } from 'qrcode.react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { PhoneQr } from './PhoneQr.tsx'

afterEach(() => vi.unstubAllGlobals())

const picture = (markup: string) => markup.match(/<path .*<\/svg>/)?.[0]

it.each([
  ['/index', '/h5/index'],
  ['/list/notice?page=2', '/h5/list/notice?page=2'],
  // responsive itself: the same address
  ['/ledger?page=2', '/ledger?page=2'],
  ['/verify/ABC', '/verify/ABC'],
])('%s is scanned as %s', (open, scanned) => {
  vi.stubGlobal('location', { origin: 'https://ce.example.org' })
  const shown = renderToStaticMarkup(
    <MemoryRouter initialEntries={[open]}>
      <PhoneQr />
    </MemoryRouter>,
  )
  const code = renderToStaticMarkup(
    <QRCodeSVG value={`https://ce.example.org${scanned}`} marginSize={2} />,
  )
  expect(picture(shown)).toBeTruthy()
  expect(picture(shown)).toBe(picture(code))
})
