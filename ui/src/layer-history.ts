import { useEffect, useRef } from 'react'

/** Something above the page that Back closes: a dialog, a sheet. */
interface Layer {
  onBack: () => void
}

/** What an entry of the browser's history holds: the router's fields, and how many layers stand above its page. */
interface EntryState {
  idx?: number
  key?: string
  layer?: number
}

/** a browser that does not answer a step in the history must not block the next navigation */
const stepTimeoutMs = 1000
/** as long as another site may take to answer */
const leaveTimeoutMs = 30_000

/** open now, the uppermost last */
let layers: readonly Layer[] = []
/** the state of the current entry; undefined: no router works with layers */
let current: EntryState | null | undefined
/** what waits for the entries of layers to be removed; null: no removal is under way */
let waiting: (() => void)[] | null = null
/** a step that the router asked for has not been taken yet: entries must not change before */
let stepping = false
/** another site is about to take the page's place */
let leaving = false

/**
 * The window for `createBrowserRouter`. Each open layer has an entry of its own in the browser's history, above the entry of
 * its page and with the same address. The router never sees these entries: they are removed before it changes the history.
 * In an app whose router has the plain window, Back leaves the page as usual.
 */
export function windowWithLayers(): Window {
  // added before the router's own listener, so that it comes first
  if (current === undefined) window.addEventListener('popstate', onPopState, true)
  current = entryState()
  return new Proxy(window, {
    get(target, name) {
      if (name === 'history') return routerHistory
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** While `active`, Back calls `onBack` instead of leaving the page. */
export function useLayer(active: boolean, onBack: () => void): void {
  const latest = useRef(onBack)
  useEffect(() => {
    latest.current = onBack
  })
  useEffect(() => {
    if (active && current !== undefined) return open({ onBack: () => latest.current() })
  }, [active])
}

const depth = () => current?.layer ?? 0

/** @returns what closes it */
function open(layer: Layer): () => void {
  layers = [...layers, layer]
  setTimeout(matchEntries)
  return () => {
    layers = layers.filter((one) => one !== layer)
    // in a task of its own: a layer that opens as this one closes takes over its entry
    setTimeout(matchEntries)
  }
}

function matchEntries(): void {
  if (waiting || stepping || leaving) return
  // a link to a part of the page makes an entry that nobody reports
  current = entryState()
  while (depth() < layers.length) {
    history.pushState({ ...current, layer: depth() + 1 }, '')
    current = entryState()
  }
  if (depth() > layers.length) removeEntries(layers.length, () => undefined)
}

/** Goes back to the entry below all layers but `keep`, and then does what waits for it. */
function removeEntries(keep: number, then: () => void): void {
  const started = [then]
  waiting = started
  history.go(keep - depth())
  setTimeout(() => waiting === started && entriesRemoved(), stepTimeoutMs)
}

/**
 * Has to be waited for before the site is left by an open dialog: a step in the history, or a new entry for the dialog, would stop the way
 * out. When the page stands again, or the way out came to nothing, the dialog gets its entry back.
 */
export async function prepareToLeave(): Promise<void> {
  if (waiting) await new Promise<void>((resolve) => waiting?.push(resolve))
  leaving = true
  window.addEventListener('pageshow', stay, { once: true })
  setTimeout(stay, leaveTimeoutMs)
}

function stay(): void {
  if (!leaving) return
  leaving = false
  setTimeout(matchEntries)
}

function entriesRemoved(): void {
  const due = waiting ?? []
  waiting = null
  for (const act of due) act()
  setTimeout(matchEntries)
}

function step(steps: number): void {
  stepping = true
  setTimeout(stepped, stepTimeoutMs)
  history.go(steps < 0 ? steps - depth() : steps)
}

function stepped(): void {
  if (!stepping) return
  stepping = false
  setTimeout(matchEntries)
}

function onPopState(event: PopStateEvent): void {
  stepped()
  const before = current
  const from = depth()
  current = entryState()
  const to = depth()
  const samePage = before?.idx === current?.idx && before?.key === current?.key
  if (!samePage || from === to) return
  // the page stays: the router has nothing to do
  event.stopImmediatePropagation()
  if (waiting) entriesRemoved()
  else if (to > from) {
    // Forward does not open a layer again
    if (to > layers.length) history.go(from - to)
  } else if (layers.length > to) {
    for (const layer of layers.slice(to).reverse()) layer.onBack()
    // one that stays open, because it asks whether to drop what was typed, gets an entry again
    requestAnimationFrame(() => requestAnimationFrame(matchEntries))
  } else {
    // the layer was closed by a reload or by another page: the step was meant for the page
    history.go(-1 - to)
  }
}

/** Runs a change of the router's on the page's own entry. */
function onPageEntry(change: () => void): void {
  const act = () => {
    change()
    current = entryState()
  }
  if (waiting) waiting.push(() => onPageEntry(change))
  else if (depth() > 0) removeEntries(0, act)
  else act()
}

/** the history as the router may see and change it */
const routerHistory = {
  get state(): unknown {
    return history.state
  },
  get length() {
    return history.length
  },
  pushState: (...change: Parameters<History['pushState']>) =>
    onPageEntry(() => history.pushState(...change)),
  replaceState: (...change: Parameters<History['replaceState']>) =>
    onPageEntry(() => history.replaceState(...change)),
  go: (steps: number) => {
    if (waiting) waiting.push(() => step(steps))
    else step(steps)
  },
}

/** The guarantee: only the router and this file write the state of the site's entries. */
function entryState(): EntryState | null {
  return history.state as EntryState | null
}
