import { deviceNow } from '../clock.ts'
import { polyfillDialog } from './dialog.ts'

/** Adds only functions that are in use (decision 028). `tools/browser-floor/allowed.ts` lists the same names. */
export function polyfillBrowser(): void {
  give(Array.prototype, { at, toReversed, toSorted })
  give(String.prototype, { at, toWellFormed })
  give(Object, { hasOwn })
  give(URL, { parse, canParse })
  give(AbortSignal, { timeout, any })
  give(performance, { timeOrigin: deviceNow() - performance.now() })
  give(globalThis, { createImageBitmap: drawablePicture })
  // Safari 14 has no `commit`. Its transactions commit by themselves, so an empty function is enough.
  if ('IDBTransaction' in globalThis) give(IDBTransaction.prototype, { commit: () => undefined })
  removeBySignal()
  polyfillDialog()
}

function give(owner: object, members: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(members))
    if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true })
}

type Listen = EventTarget['addEventListener']

/**
 * Makes the `signal` option of addEventListener work. Browsers before Chrome 90 and Safari 15 ignore it, so a page that
 * was left would still react to events.
 */
function removeBySignal(): void {
  let known = false
  const asked = {
    get signal() {
      known = true
      return undefined
    },
  }
  new EventTarget().addEventListener('', () => undefined, asked)
  if (known) return
  const plain: Listen = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, ...how) {
    // When the function is called without an object, it means the window.
    const target = this ?? globalThis
    const [type, listener, options] = how
    // The type of `null` is object, too.
    const signal = typeof options === 'object' ? options?.signal : undefined
    if (signal?.aborted) return
    plain.apply(target, how)
    const remove = () => target.removeEventListener(type, listener, options)
    if (signal) plain.call(signal, 'abort', remove, { once: true })
  }
}

type List = ArrayLike<unknown>

function at(this: List, index: number) {
  const whole = Math.trunc(index) || 0
  return this[whole < 0 ? this.length + whole : whole]
}

function toReversed(this: List) {
  return Array.from(this).reverse()
}

function toSorted(this: List, compare?: (one: unknown, other: unknown) => number) {
  return Array.from(this).sort(compare)
}

function toWellFormed(this: string) {
  return String(this).replace(/\p{Surrogate}/gu, '\ufffd')
}

const hasOwn = (owner: object, name: PropertyKey) => Object.getOwnPropertyDescriptor(owner, name) !== undefined

function parse(address: string, base?: string): URL | null {
  try {
    // Safari 14 treats an undefined base as invalid.
    return base === undefined ? new URL(address) : new URL(address, base)
  } catch {
    return null
  }
}

const canParse = (address: string, base?: string) => parse(address, base) !== null

function timeout(milliseconds: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), milliseconds)
  return controller.signal
}

function any(signals: AbortSignal[]): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort()
  for (const signal of signals)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  return controller.signal
}

async function drawablePicture(picture: Blob): Promise<CanvasImageSource> {
  const address = URL.createObjectURL(picture)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    return Object.assign(image, { close: () => undefined })
  } finally {
    URL.revokeObjectURL(address)
  }
}
