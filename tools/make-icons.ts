/** Makes the phone app's icons and favicon.ico with Chromium. Run this tool after a change of the mark. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const root = join(import.meta.dirname, '..')
const mark = await readFile(join(root, 'apps/learner/public/favicon.svg'), 'utf8')
const folder = join(root, 'apps/learner/public/h5/icons')

const square = mark.replace(/ rx="[\d.]+"/, '')
/** Phones may cut the edges of an icon, but never its inner four fifths. */
const maskable = square
  .replace(/viewBox="0 0 32 32"/, 'viewBox="-2 -2 36 36"')
  .replace(/<rect [^>]*?fill="(#\w+)"\/>/, '<rect x="-2" y="-2" width="36" height="36" fill="$1"/>')

const icons = [
  { name: 'icon-192.png', svg: mark, size: 192 },
  { name: 'icon-512.png', svg: mark, size: 512 },
  { name: 'maskable-512.png', svg: maskable, size: 512 },
  { name: 'apple-touch-icon.png', svg: square, size: 180 },
]

/** Width of favicon.ico in pixels. */
const iconSize = 32

function icoHead(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(iconSize, 6)
  head.writeUInt8(iconSize, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return head
}

await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  for (const { name, svg, size } of icons) await writeFile(join(folder, name), await draw(svg, size))
  const icon = await draw(mark, iconSize)
  await writeFile(join(root, 'apps/learner/public/favicon.ico'), Buffer.concat([icoHead(icon), icon]))
} finally {
  await browser.close()
}

async function draw(svg: string, size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`)
  const picture = await page.screenshot({ omitBackground: true })
  await page.close()
  return picture
}
