import { inflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** How the QR is drawn into a proof's PDF: black bars of one row each, on a grid of whole numbers. */
const bar = /^(\d+) (\d+) (\d+) 1 re$/gm

/** The QR that is printed on a proof, as a picture somebody took of it. @throws when the PDF has none */
export async function photoOfQr(page: Page, pdf: Buffer): Promise<Buffer> {
  const bars = [...pageText(pdf).matchAll(bar)].map(([, x, y, length]) =>
    [x, y, length].map(Number),
  )
  if (bars.length < 100) throw new Error(`the PDF has no QR: ${bars.length} bars`)
  const url = await page.evaluate(drawBars, bars)
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

function drawBars(bars: number[][]): string {
  const cell = 6
  const edge = 40
  const size = Math.max(...bars.map(([x = 0, , length = 0]) => x + length))
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * cell + 2 * edge
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [x = 0, y = 0, length = 0] of bars)
    context.fillRect(edge + x * cell, edge + y * cell, length * cell, cell)
  return canvas.toDataURL('image/png')
}

/** Everything in the PDF that can be unpacked, as text. */
function pageText(pdf: Buffer): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const begin = pdf.indexOf('stream\n', at)
    if (begin < 0) return parts.join('\n')
    const end = pdf.indexOf('endstream', begin)
    try {
      parts.push(inflateSync(pdf.subarray(begin + 7, end)).toString('latin1'))
    } catch {
      // a font
    }
    at = end + 9
  }
}
