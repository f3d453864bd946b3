import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'

export interface SimulatedReader {
  viewport: { width: number; height: number }
  /** How many times slower the simulated CPU is than this machine's. */
  cpuSlowdown: number
  /** Milliseconds per request. */
  latencyMs: number
  /** Bytes per second. */
  throughput: number
  userAgent?: string
  stored?: Record<string, string>
}

/** Lighthouse's slow 4G with a CPU four times slower. */
export const slowReader: SimulatedReader = {
  viewport: { width: 1366, height: 768 },
  cpuSlowdown: 4,
  latencyMs: 562,
  throughput: (1.47 * 1024 * 1024) / 8,
}

export interface BrowserVisit {
  /** In milliseconds. */
  lcp: number
  lcpElement: string
  fcp: number
  /** Milliseconds until the first visible heading was painted; 0 means never. */
  firstWords: number
  cls: number
  /** Total blocking time: the part over 50 ms of each long task after the first paint. */
  blockingMs: number
  /** Bytes over the network, requested before the page was first idle. */
  idleBytes: number
  /** Bytes of everything until loading ended. */
  bytes: number
  codeBytes: number
  requests: number
  errors: string[]
}

/** Avoids a cost of Chromium's debugger mode that real browsers do not have (docs/measurements.md). */
const asUnwatched = '--js-flags=--no-enable-lazy-source-positions'

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox', asUnwatched],
  })
}

/** Milliseconds without network activity after which a page counts as loaded. */
const quietMs = { scripts: 4500, none: 1000 }

export async function visitPage(
  browser: Browser,
  url: string,
  reader: SimulatedReader,
  kind: keyof typeof quietMs = 'scripts',
): Promise<BrowserVisit> {
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

async function slowDown(cdp: CDPSession, reader: SimulatedReader): Promise<void> {
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: reader.latencyMs,
    downloadThroughput: reader.throughput,
    uploadThroughput: reader.throughput / 2,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: reader.cpuSlowdown })
}

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
  const ended = ({ requestId, encodedDataLength = 0 }: { requestId: string; encodedDataLength?: number }) => {
    if (!open.delete(requestId)) return
    const one = all.get(requestId)
    if (one) one.bytes += encodedDataLength
    last = performance.now()
  }
  cdp.on('Network.loadingFinished', ended)
  cdp.on('Network.loadingFailed', ended)
  await cdp.send('Network.enable')
  return {
    /** @param before counts only requests sent before this time, in ms since 1970 */
    bytes: (before = Number.POSITIVE_INFINITY) =>
      [...all.values()].reduce((sum, { at, bytes }) => (at < before ? sum + bytes : sum), 0),
    codeBytes: () => [...all.values()].reduce((sum, { bytes, media }) => (media ? sum : sum + bytes), 0),
    requests: () => all.size,
    /** @throws Error with the requests that are still open after two minutes. */
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
  /** Time of the first idle moment, in ms since 1970. */
  idleAt: number
  long: { start: number; duration: number }[]
}

/** A browser performance entry. Node declares the type without these fields. */
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

/** This function runs in the page before its own scripts, so it cannot use anything from this file. */
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
      // Text for screen readers only is one pixel large, so it does not count as visible.
      const { width, height } = one.getBoundingClientRect()
      return one.textContent.trim() !== '' && width > 1 && height > 1
    })
    if (!heading) return browser.requestAnimationFrame(look)
    // The next frame starts after the current one is painted, so its start is the time of the heading's paint.
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

function store(values: Record<string, string>): void {
  const { localStorage } = globalThis as unknown as {
    localStorage: { setItem(name: string, value: string): void }
  }
  for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value)
}

function report() {
  const seen = (globalThis as unknown as BrowserGlobals).observed
  if (!seen) throw new Error('nothing was observed')
  const { long, ...rest } = seen
  const blockingMs = long
    .filter(({ start, duration }) => start + duration > seen.fcp)
    .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0)
  return { ...rest, blockingMs }
}
