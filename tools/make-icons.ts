/**
 * Makes the phone app's icons from the mark, apps/learner/public/favicon.svg, into apps/learner/public/h5/icons/, and favicon.ico beside the mark.
 * Needs Chromium at /usr/bin/chromium. Run: node tools/make-icons.ts     after the mark has changed
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const root = join(import.meta.dirname, '..')
const mark = await readFile(join(root, 'apps/learner/public/favicon.svg'), 'utf8')
const folder = join(root, 'apps/learner/public/h5/icons')

/** To every edge, for phones that cut the shape themselves. */
const square = mark.replace(/ rx="[\d.]+"/, '')
/** What they cut away must not be the mark: it keeps inside four fifths. */
const maskable = square
  .replace(/viewBox="0 0 32 32"/, 'viewBox="-2 -2 36 36"')
  .replace(/<rect [^>]*?fill="(#\w+)"\/>/, '<rect x="-2" y="-2" width="36" height="36" fill="$1"/>')

const icons = [
  { name: 'icon-192.png', svg: mark, size: 192 },
  { name: 'icon-512.png', svg: mark, size: 512 },
  { name: 'maskable-512.png', svg: maskable, size: 512 },
  { name: 'apple-touch-icon.png', svg: square, size: 180 },
]

/** of favicon.ico, which browsers, readers of feeds and search engines ask for by themselves */
const iconSize = 32

/** What stands before the only picture of an ICO file, a PNG: the file's head and the picture's entry. */
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
  for (const { name, svg, size } of icons)
    await writeFile(join(folder, name), await draw(svg, size))
  const icon = await draw(mark, iconSize)
  await writeFile(
    join(root, 'apps/learner/public/favicon.ico'),
    Buffer.concat([icoHead(icon), icon]),
  )
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
