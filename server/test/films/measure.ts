import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from '@playwright/test'
import { buildSampleFilm, sampleFilms } from './corpus.ts'

/**
 * `node server/test/films/measure.ts` writes chromium.json. It needs a Chromium that plays H.264; CHROMIUM names its
 * path.
 */
const file = new URL('./chromium.json', import.meta.url)

const script = `
function play(source) {
  const video = document.createElement('video')
  video.muted = true
  document.body.append(video)
  const seen = { said: null, first: null, furthest: 0 }
  const look = setInterval(() => {
    if (!video.paused && video.readyState > 2) seen.first ??= video.currentTime
    if (!video.ended) seen.furthest = Math.max(seen.furthest, video.currentTime)
  }, 20)
  return new Promise((resolve) => {
    const answer = (how) => {
      clearInterval(look)
      resolve({ how, ...seen })
    }
    setTimeout(() => answer('time'), 30000)
    video.onloadedmetadata = () => { seen.said = video.duration }
    video.onended = () => answer('ended')
    video.onerror = () => answer('error ' + video.error.message)
    video.src = source
    video.play().catch(() => {})
  })
}`

const server = createServer((request, response) => {
  const one = sampleFilms[Number(request.url?.slice(1))]
  if (!one) return response.setHeader('content-type', 'text/html').end(`<body></body><script>${script}</script>`)
  const bytes = buildSampleFilm(one)
  const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
  const start = Number(from ?? 0)
  const end = to ? Number(to) : bytes.length - 1
  response.setHeader('content-type', 'video/mp4').setHeader('accept-ranges', 'bytes')
  if (from) response.setHeader('content-range', `bytes ${start}-${end}/${bytes.length}`)
  return response.writeHead(from ? 206 : 200).end(bytes.subarray(start, end + 1))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({
  executablePath,
  args: ['--autoplay-policy=no-user-gesture-required'],
})
const page = await browser.newPage()
await page.goto(`http://127.0.0.1:${port}/page`)
const table: Record<string, unknown> = {}
for (let at = 0; at < sampleFilms.length; at += 6)
  await Promise.all(
    sampleFilms.slice(at, at + 6).map(async (one, place) => {
      table[one.name] = await page.evaluate(`play('/${at + place}')`)
    }),
  )
await browser.close()
server.close()
const version = browser.version()
await writeFile(file, `${JSON.stringify({ version, films: table }, null, 2)}\n`)
