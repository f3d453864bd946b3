import { request } from '../call.ts'
import { browserName } from './browser.ts'
import {
  type PageError,
  type PageFacts,
  type Place,
  type Report,
  toPageError,
} from './page-error.ts'

interface Options {
  /** asked at each report: one document may show pages of two */
  app: () => PageFacts['app']
  /** of which build the page is; missing while developing */
  build: string | undefined
}

/** of one document; what comes after that is silent, for one broken loop must not flood anybody */
const mostErrors = 5

/**
 * Tells the server of faults, and for some visits how fast the page was, without waiting for an answer and without a token. Nothing in here ever
 * throws or reports itself.
 */
export class Reporting {
  /** where the page that stands now is in the router's table; '' until there is a router */
  route = () => ''
  readonly #options: Options
  /** what was told already: a fault in a loop is told once */
  readonly #told = new Set<string>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Something was thrown, and nobody handled it. */
  error(kind: PageError['kind'], thrown: unknown, at?: Place): void {
    try {
      if (this.#told.size >= mostErrors || !navigator.onLine) return
      const error = toPageError(kind, thrown, at)
      const key = error && [error.message, error.source, error.line].join(' ')
      if (!key || this.#told.has(key)) return
      this.#told.add(key)
      this.send({ errors: [error] })
    } catch {
      // a report that cannot be made is no fault of the page
    }
  }

  facts(): PageFacts {
    return { app: this.#options.app(), route: this.route() }
  }

  /** @param facts of the page that it is about, where that is not the one that stands now */
  send(what: Pick<Report, 'errors' | 'vitals'>, facts = this.facts()): void {
    const { build = 'dev' } = this.#options
    const report: Report = { ...facts, build, browser: browserName(navigator.userAgent), ...what }
    const { url, init } = request('POST /system/v1/report', report)
    const body = new Blob([init.body ?? ''], { type: 'application/json' })
    // it outlives the page; where the browser's queue is full, the report is lost
    navigator.sendBeacon(url, body)
  }

  /** Listens to the whole window, as long as the document is there. */
  listen(): void {
    addEventListener('error', ({ error, message, filename: source, lineno: line, colno: column }) =>
      this.error('ERROR', error ?? message, { source, line, column }),
    )
    addEventListener('unhandledrejection', ({ reason }) => this.error('REJECTION', reason))
    // of Vite: a lazy chunk that did not come
    addEventListener('vite:preloadError', (event) => this.error('CHUNK', payloadOf(event)))
  }
}

function payloadOf(event: Event): unknown {
  return 'payload' in event ? event.payload : undefined
}

let reporting: Reporting | null = null

/** Starts it for this document, before anything else, so that nothing is missed. */
export function startReporting(options: Options): void {
  reporting = new Reporting(options)
  reporting.listen()
}

/**
 * Reports name the page from now on: `route` gives its pattern in the router's table, for pages change without a new document. Of so many visits as
 * the server says, a moment after the document has loaded, it is measured how fast it was.
 */
export function reportRoute(route: () => string): void {
  const started = reporting
  if (!started) return
  started.route = route
  if (Math.random() * 100 >= vitalsPercent()) return
  const measure = () =>
    void import('./vitals.ts').then((vitals) => vitals.measure(started)).catch(() => {})
  if (document.readyState === 'complete') setTimeout(measure)
  else addEventListener('load', () => setTimeout(measure), { once: true })
}

/** An error page shows what a router caught: nobody else hears of it. */
export function reportCaught(error: unknown): void {
  reporting?.error('RENDER', error)
}

/** The server writes it into each document; 0 where it does not. */
function vitalsPercent(): number {
  const content = document.querySelector('meta[name="vitals-percent"]')?.getAttribute('content')
  return Number(content) || 0
}
