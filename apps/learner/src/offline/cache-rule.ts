/** What a service worker sees of a request. */
export interface Asked {
  method: string
  url: string
  mode: string
  headers: Pick<Headers, 'has'>
}

/** What it sees of an answer. */
export interface Answered {
  status: number
  type: string
  headers: Pick<Headers, 'get'>
}

/**
 * file: public, named by its content, may be kept; screen: a document, of which no answer is kept, but there are words for
 * when it does not come, or the app itself (opensOffline); network: none of the worker's business.
 */
export type Handling = 'file' | 'screen' | 'network'

/** a file of a build: its name holds a hash of its content, so it is the same for everybody and for ever */
const builtFile = /^\/assets\/[\w.-]+-[\w-]{8}\.(js|css|svg|png|webp|woff2|wasm)$/
const phonePage = /^\/h5(\/|$)/
const publicTypes =
  /^(text\/(javascript|css)|image\/(svg\+xml|png|webp)|font\/woff2|application\/wasm)/

/** How a request is to be handled. Calls, stored files, proofs and PDFs are always the network's. */
export function handlingOf({ method, url, mode, headers }: Asked, origin: string): Handling {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return 'network'
  if (mode === 'navigate') return phonePage.test(address.pathname) ? 'screen' : 'network'
  const whole = !headers.has('range') && !headers.has('authorization')
  return whole && address.search === '' && builtFile.test(address.pathname) ? 'file' : 'network'
}

/** The screens that show what this device keeps when the network is away: 学时证明, the list and one of them. */
export function opensOffline(pathname: string): boolean {
  return /^\/h5\/(system\/grant|grant\/detail)$/.test(pathname)
}

/**
 * Whether documents may be asked for while the worker wakes up. Firefox shows a failure of its own when such a request
 * fails, whatever the worker answers.
 */
export function mayPreload(userAgent: string): boolean {
  // Chrome and Safari are “like Gecko”
  return !/\bGecko\//.test(userAgent)
}

/** Whether an answer to a `file` may be kept: complete, ours, and named immutable and public by the server. */
export function mayKeep({ status, type, headers }: Answered): boolean {
  const control = headers.get('cache-control') ?? ''
  return (
    status === 200 &&
    type === 'basic' &&
    /\bpublic\b/.test(control) &&
    /\bimmutable\b/.test(control) &&
    publicTypes.test(headers.get('content-type') ?? '')
  )
}

/**
 * What goes from a cache that holds more than `most`: the oldest, but none of the build's own files – they came first,
 * and a screen that is opened without a network needs them. @param kept absolute addresses, the oldest first
 */
export function surplus(
  kept: readonly string[],
  { build, most }: { build: readonly string[]; most: number },
): string[] {
  const own = new Set(build)
  const others = kept.filter((url) => !own.has(new URL(url).pathname))
  return others.slice(0, Math.max(0, kept.length - most))
}
