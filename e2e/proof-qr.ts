import { inflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** The pattern matches both QR images of a proof: one bit per dot, 0 is black. */
const stencil = /\/Width (\d+)\n\/Height \1\n[^>]*\/ImageMask true\n\/Length (\d+)\n[^>]*>>\nstream\n/g

/** Returns the dense QR (离线核验码) of a proof as a photo. @throws if the PDF has none */
export async function photoOfQr(page: Page, pdf: Buffer): Promise<Buffer> {
  // The large QR code comes first in the PDF.
  const [, found] = pdf.toString('latin1').matchAll(stencil)
  if (!found) throw new Error('the PDF has no QR')
  const [whole, width, length] = found
  const start = found.index + whole.length
  const bits = inflateSync(pdf.subarray(start, start + Number(length)))
  const url = await page.evaluate(drawDots, { side: Number(width), bits: [...bits] })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

function drawDots({ side, bits }: { side: number; bits: number[] }): string {
  const dot = 4
  const edge = 40
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side * dot + 2 * edge
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  const stride = Math.ceil(side / 8)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (!((bits[y * stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))))
        context.fillRect(edge + x * dot, edge + y * dot, dot, dot)
  return canvas.toDataURL('image/png')
}
