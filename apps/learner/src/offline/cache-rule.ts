export interface CacheRequest {
  method: string
  url: string
  mode: string
  headers: Pick<Headers, 'has'>
}

export interface CacheResponse {
  status: number
  type: string
  headers: Pick<Headers, 'get'>
}

/**
 * file: an immutable public file that may be stored · screen: a document that is never stored but has an offline page ·
 * network: not handled.
 */
export type CacheStrategy = 'file' | 'screen' | 'network'

/** The file name contains a hash of the content, so its content never changes. */
const builtFile = /^\/assets\/[\w.-]+-[\w-]{8}\.(js|css|svg|png|webp|woff2|wasm)$/
const phonePage = /^\/h5(\/|$)/
const publicTypes = /^(text\/(javascript|css)|image\/(svg\+xml|png|webp)|font\/woff2|application\/wasm)/

/** Calls, stored files, proofs and PDFs always go to the network. */
export function cacheStrategyOf({ method, url, mode, headers }: CacheRequest, origin: string): CacheStrategy {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return 'network'
  if (mode === 'navigate') return phonePage.test(address.pathname) ? 'screen' : 'network'
  const whole = !headers.has('range') && !headers.has('authorization')
  return whole && address.search === '' && builtFile.test(address.pathname) ? 'file' : 'network'
}

/** The screens of 学时证明 show proofs that are stored on this device. */
export function isOfflineScreen(pathname: string): boolean {
  return /^\/h5\/(system\/grant|grant\/detail)$/.test(pathname)
}

/** False for Firefox: it shows its own error when a preloaded navigation fails, whatever the worker responds. */
export function supportsNavigationPreload(userAgent: string): boolean {
  // Chrome and Safari also say “like Gecko” in their user agent.
  return !/\bGecko\//.test(userAgent)
}

/** True if the response is complete, from this origin, public and immutable. */
export function isCacheableResponse({ status, type, headers }: CacheResponse): boolean {
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
 * Returns the stored addresses to delete; files of this build stay, because offline screens need them.
 * @param kept absolute addresses, oldest first
 */
export function cacheEntriesToDelete(
  kept: readonly string[],
  { build, most }: { build: readonly string[]; most: number },
): string[] {
  const own = new Set(build)
  const others = kept.filter((url) => !own.has(new URL(url).pathname))
  return others.slice(0, Math.max(0, kept.length - most))
}
