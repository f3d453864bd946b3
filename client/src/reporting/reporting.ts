import { buildClientRequest } from '../call.ts'
import { parseBrowserName } from './browser.ts'
import type { ClientReport, ErrorLocation, PageError, PageFacts } from './page-error.ts'
import { toPageError } from './page-error.ts'

interface Options {
  /** The app is a function, because one document may show pages of two apps. */
  app: () => PageFacts['app']
  /** The page's build id; absent in development. */
  build: string | undefined
}

const mostErrors = 5

/** Reports errors and some page speeds without a token. Reporting never throws. */
export class PageReporter {
  /** Pattern of the current route; '' before the router exists. */
  route = () => ''
  readonly #options: Options
  /** Faults that were already reported. */
  readonly #told = new Set<string>()

  constructor(options: Options) {
    this.#options = options
  }

  error(kind: PageError['kind'], thrown: unknown, at?: ErrorLocation): void {
    try {
      if (this.#told.size >= mostErrors || !navigator.onLine) return
      const error = toPageError(kind, thrown, at)
      const key = error && [error.message, error.source, error.line].join(' ')
      if (!key || this.#told.has(key)) return
      this.#told.add(key)
      this.send({ errors: [error] })
    } catch {
      // Ignore errors of the report itself, because they are no faults of the page.
    }
  }

  facts(): PageFacts {
    return { app: this.#options.app(), route: this.route() }
  }

  /**
   * Sends a report.
   * @param facts facts about a page other than the current one
   */
  send(what: Pick<ClientReport, 'errors' | 'vitals'>, facts = this.facts()): void {
    const { build = 'dev' } = this.#options
    const report: ClientReport = { ...facts, build, browser: parseBrowserName(navigator.userAgent), ...what }
    const { url, init } = buildClientRequest('POST /system/v1/report', report)
    const body = new Blob([init.body ?? ''], { type: 'application/json' })
    // A beacon is sent even after the page has closed; a full queue loses it.
    navigator.sendBeacon(url, body)
  }

  listen(): void {
    addEventListener('error', ({ error, message, filename: source, lineno: line, colno: column }) =>
      this.error('ERROR', error ?? message, { source, line, column }),
    )
    addEventListener('unhandledrejection', ({ reason }) => this.error('REJECTION', reason))
    // Vite reports a lazy chunk that failed to load.
    addEventListener('vite:preloadError', (event) => this.error('CHUNK', payloadOf(event)))
  }
}

function payloadOf(event: Event): unknown {
  return 'payload' in event ? event.payload : undefined
}

let reporting: PageReporter | null = null

/** Starts reporting before anything else, so that no error is missed. */
export function startReporting(options: Options): void {
  reporting = new PageReporter(options)
  reporting.listen()
}

/** Adds the route to reports and measures the speed of some visits. */
export function reportWithRoute(route: () => string): void {
  const started = reporting
  if (!started) return
  started.route = route
  if (Math.random() * 100 >= vitalsPercent()) return
  const measure = () => void import('./vitals.ts').then((vitals) => vitals.measureVitals(started)).catch(() => {})
  if (document.readyState === 'complete') setTimeout(measure)
  else addEventListener('load', () => setTimeout(measure), { once: true })
}

export function reportError(error: unknown): void {
  reporting?.error('RENDER', error)
}

function vitalsPercent(): number {
  const content = document.querySelector('meta[name="vitals-percent"]')?.getAttribute('content')
  return Number(content) || 0
}
