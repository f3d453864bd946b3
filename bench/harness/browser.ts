import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'

/** What a reader's machine and line are like. */
export interface Reader {
  viewport: { width: number; height: number }
  /** how many times slower than this machine's CPU */
  cpuSlowdown: number
  /** of each request, ms */
  latencyMs: number
  /** bytes a second */
  throughput: number
  userAgent?: string
  /** what lies in the local storage of the browser they come with */
  stored?: Record<string, string>
}

/** Slow 4G as Lighthouse has it, and a CPU of a quarter. */
export const slowReader: Reader = {
  viewport: { width: 1366, height: 768 },
  cpuSlowdown: 4,
  latencyMs: 562,
  throughput: (1.47 * 1024 * 1024) / 8,
}

export interface Visit {
  /** largest contentful paint, ms since the navigation */
  lcp: number
  /** what it was: an element and its size */
  lcpElement: string
  fcp: number
  /** when the words of the first heading in sight were painted, ms; 0: never */
  firstWords: number
  /** cumulative layout shift */
  cls: number
  /** of tasks over 50 ms after the first paint, the part over 50 ms, together */
  blockingMs: number
  /** over the wire of what was asked for before the page was idle the first time (loaded, nothing to do), with headers */
  idleBytes: number
  /** of everything, until nothing came any more */
  bytes: number
  /** of everything but pictures, sound and video: what a screen is made of */
  codeBytes: number
  requests: number
  /** lines of the console that say error, and uncaught errors */
  errors: string[]
}

/**
 * Playwright attaches the debugger's runtime to every page. With it each `new Error` (React makes some as it loads)
 * has V8 parse the whole file a second time for line numbers, 70 ms of a slow CPU that no reader's browser spends; told
 * to note them at the first parse, it costs nearly what a reader pays and never less (docs/measurements.md).
 */
const asUnwatched = '--js-flags=--no-enable-lazy-source-positions'

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox', asUnwatched],
  })
}

/**
 * No request under way and nothing arriving for this long: nothing more will come, ms. Longer than the home page waits
 * with the pictures that are not in sight yet (site/src/Carousel.tsx); a page without scripts waits for nothing.
 */
const quietMs = { scripts: 4500, none: 1000 }

/** One cold visit: a browser without a cache opens a page and waits until all has come. */
export async function visit(
  browser: Browser,
  url: string,
  reader: Reader,
  kind: keyof typeof quietMs = 'scripts',
): Promise<Visit> {
  const { viewport, userAgent, stored = {} } = reader
  const context = await browser.newContext({ viewport, ...(userAgent ? { userAgent } : {}) })
  try {
    const page = await context.newPage()
    const errors = listen(page)
    const cdp = await context.newCDPSession(page)
    const wire = await countWire(cdp)
    await slowDown(cdp, reader)
    await page.addInitScript(observe)
    await page.addInitScript(store, stored)
    await page.goto(url, { waitUntil: 'load', timeout: 120_000 })
    await wire.quiet(quietMs[kind])
    const { idleAt, ...seen } = await page.evaluate(report)
    const idleBytes = wire.bytes(idleAt)
    const { bytes, codeBytes, requests } = wire
    return {
      ...seen,
      idleBytes,
      bytes: bytes(),
      codeBytes: codeBytes(),
      requests: requests(),
      errors,
    }
  } finally {
    await context.close()
  }
}

function listen(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

async function slowDown(cdp: CDPSession, reader: Reader): Promise<void> {
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: reader.latencyMs,
    downloadThroughput: reader.throughput,
    uploadThroughput: reader.throughput / 2,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: reader.cpuSlowdown })
}

/** Counts what arrives, as the network had it. */
async function countWire(cdp: CDPSession) {
  let last = performance.now()
  const open = new Set<string>()
  const all = new Map<string, { url: string; at: number; bytes: number; media: boolean }>()
  const isOurs = (url: string) => url.startsWith('http')
  cdp.on('Network.requestWillBeSent', ({ requestId, request, wallTime, type }) => {
    if (!isOurs(request.url)) return
    open.add(requestId)
    const media = type === 'Image' || type === 'Media'
    all.set(requestId, { url: request.url, at: wallTime * 1000, bytes: 0, media })
    last = performance.now()
  })
  const ended = ({
    requestId,
    encodedDataLength = 0,
  }: {
    requestId: string
    encodedDataLength?: number
  }) => {
    if (!open.delete(requestId)) return
    const one = all.get(requestId)
    if (one) one.bytes += encodedDataLength
    last = performance.now()
  }
  cdp.on('Network.loadingFinished', ended)
  cdp.on('Network.loadingFailed', ended)
  await cdp.send('Network.enable')
  return {
    /** @param before only what was asked for before this time, ms since 1970 */
    bytes: (before = Number.POSITIVE_INFINITY) =>
      [...all.values()].reduce((sum, { at, bytes }) => (at < before ? sum + bytes : sum), 0),
    codeBytes: () =>
      [...all.values()].reduce((sum, { bytes, media }) => (media ? sum : sum + bytes), 0),
    requests: () => all.size,
    /** @throws Error naming what still had not come after two minutes */
    quiet: async (forMs: number) => {
      const latest = performance.now() + 120_000
      while (open.size > 0 || performance.now() - last < forMs) {
        if (performance.now() > latest)
          throw new Error(`never quiet: ${[...open].map((id) => all.get(id)?.url).join(', ')}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
  }
}

interface Observed {
  lcp: number
  lcpElement: string
  fcp: number
  firstWords: number
  cls: number
  /** ms since 1970 */
  idleAt: number
  long: { start: number; duration: number }[]
}

/** A browser's performance entry: Node has the names, not these fields. */
interface Entry {
  name: string
  startTime: number
  duration: number
  size?: number
  element?: { tagName: string; textContent: string }
  value?: number
  hadRecentInput?: boolean
}

interface BrowserGlobals {
  requestAnimationFrame(draw: (at: number) => void): void
  document: {
    querySelectorAll(kinds: string): Iterable<{
      textContent: string
      getBoundingClientRect(): { width: number; height: number }
    }>
  }
  addEventListener(type: 'load', heard: () => void): void
  requestIdleCallback(heard: () => void): void
  observed?: Observed
  PerformanceObserver: new (
    heard: (list: { getEntries(): Entry[] }) => void,
  ) => { observe(what: { type: string; buffered: boolean }): void }
}

/** Runs in the page, before anything of its own, so it must bring all it needs. */
function observe(): void {
  const browser = globalThis as unknown as BrowserGlobals
  const none = { lcp: 0, lcpElement: '', fcp: 0, firstWords: 0, cls: 0, idleAt: 0 }
  const seen: Observed = { ...none, long: [] }
  browser.observed = seen
  browser.addEventListener('load', () =>
    browser.requestIdleCallback(() => {
      seen.idleAt = Date.now()
    }),
  )
  const look = () => {
    const heading = [...browser.document.querySelectorAll('h1, h2')].find((one) => {
      // what is there for screen readers alone measures one pixel
      const { width, height } = one.getBoundingClientRect()
      return one.textContent.trim() !== '' && width > 1 && height > 1
    })
    if (!heading) return browser.requestAnimationFrame(look)
    // the next picture is made when this one has been painted
    browser.requestAnimationFrame((at) => {
      seen.firstWords = at
    })
  }
  browser.requestAnimationFrame(look)
  const on = (type: string, each: (entry: Entry) => void) =>
    new browser.PerformanceObserver((list) => {
      for (const entry of list.getEntries()) each(entry)
    }).observe({ type, buffered: true })
  on('largest-contentful-paint', ({ startTime, size, element }) => {
    seen.lcp = startTime
    const text = element?.textContent.trim().slice(0, 20) ?? ''
    seen.lcpElement = `${element?.tagName.toLowerCase() ?? '?'} ${size} ${text}`.trim()
  })
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime
  })
  on('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += value
  })
  on('longtask', ({ startTime, duration }) => seen.long.push({ start: startTime, duration }))
}

/** Runs in the page, before anything of its own. */
function store(values: Record<string, string>): void {
  const { localStorage } = globalThis as unknown as {
    localStorage: { setItem(name: string, value: string): void }
  }
  for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value)
}

/** Runs in the page, at the end. */
function report() {
  const seen = (globalThis as unknown as BrowserGlobals).observed
  if (!seen) throw new Error('nothing was observed')
  const { long, ...rest } = seen
  const blockingMs = long
    .filter(({ start, duration }) => start + duration > seen.fcp)
    .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0)
  return { ...rest, blockingMs }
}
