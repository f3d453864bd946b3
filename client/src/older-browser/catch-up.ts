/**
 * Whether the browser lacks something of `./fill.ts`. toWellFormed came last of its scripts' names (Chrome 111, Safari
 * 16.4), AbortSignal.any (116, 17.4) and URL.parse (126, 18) after it.
 */
const lacking = () =>
  !('toWellFormed' in String.prototype && 'any' in AbortSignal && 'parse' in URL)

/** Gives an older browser, down to the floor (decision 028), what our pages take for granted; others fetch nothing. */
export async function catchUp(): Promise<void> {
  if (lacking()) (await import('./fill.ts')).fill()
}
