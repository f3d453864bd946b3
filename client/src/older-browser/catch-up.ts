/**
 * Newest functions of `./fill.ts`: toWellFormed (Chrome 111, Safari 16.4), AbortSignal.any (116, 17.4) and URL.parse
 * (126, 18).
 */
const lacking = () => !('toWellFormed' in String.prototype && 'any' in AbortSignal && 'parse' in URL)

/** Only old browsers load this code (decision 028). */
export async function loadOlderBrowserPolyfills(): Promise<void> {
  if (lacking()) (await import('./fill.ts')).polyfillBrowser()
}
