import { useEffect, useRef } from 'react'

interface Layer {
  onBack: () => void
}

interface EntryState {
  idx?: number
  key?: string
  layer?: number
}

/** Milliseconds to wait for a history step, which a browser may ignore. */
const stepTimeoutMs = 1000
/** Milliseconds that another site may take to respond. */
const leaveTimeoutMs = 30_000

let layers: readonly Layer[] = []
/** State of the current history entry; undefined until createLayeredWindow() was called. */
let current: EntryState | null | undefined
/** Callbacks that wait until the layers' history entries are removed. */
let waiting: (() => void)[] | null = null
/** True during a step of the router, when entries must not change. */
let stepping = false
/** True while another site replaces the page. */
let leaving = false

/**
 * Returns a window for the router. Each open layer, such as a dialog, has a history entry that this window hides. With
 * the browser's own window, Back would leave the page instead of closing the layer.
 */
export function createLayeredWindow(): Window {
  // The listener is added before the router's, so that it runs first.
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
export function useHistoryLayer(active: boolean, onBack: () => void): void {
  const latest = useRef(onBack)
  useEffect(() => {
    latest.current = onBack
  })
  useEffect(() => {
    if (active) return openHistoryLayer(() => latest.current())
  }, [active])
}

const depth = () => current?.layer ?? 0

/**
 * Opens a layer from code outside React components.
 * @returns a function that closes it
 */
export function openHistoryLayer(onBack: () => void): () => void {
  if (current === undefined) return () => undefined
  const layer: Layer = { onBack }
  layers = [...layers, layer]
  setTimeout(matchEntries)
  return () => {
    layers = layers.filter((one) => one !== layer)
    // Remove the history entry in a later task, so that a layer that opens meanwhile can reuse it.
    setTimeout(matchEntries)
  }
}

function matchEntries(): void {
  if (waiting || stepping || leaving) return
  // An anchor link adds a history entry without an event.
  current = entryState()
  while (depth() < layers.length) {
    history.pushState({ ...current, layer: depth() + 1 }, '')
    current = entryState()
  }
  if (depth() > layers.length) removeEntries(layers.length, () => undefined)
}

/** Goes back to the history entry that leaves only the lowest `keep` layers. */
function removeEntries(keep: number, then: () => void): void {
  const started = [then]
  waiting = started
  history.go(keep - depth())
  setTimeout(() => waiting === started && entriesRemoved(), stepTimeoutMs)
}

/**
 * Await this before a page leaves the site from an open dialog, because the dialog's history steps would stop the
 * navigation.
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
  // The page does not change, so hide this history step from the router.
  event.stopImmediatePropagation()
  if (waiting) entriesRemoved()
  else if (to > from) {
    // The browser's Forward must not reopen a layer.
    if (to > layers.length) history.go(from - to)
  } else if (layers.length > to) {
    for (const layer of layers.slice(to).reverse()) layer.onBack()
    // A layer that stays open to ask about unsaved input gets an entry again.
    requestAnimationFrame(() => requestAnimationFrame(matchEntries))
  } else {
    // A reload has closed the layer, so the history step was meant for the page.
    history.go(-1 - to)
  }
}

function onPageEntry(change: () => void): void {
  const act = () => {
    change()
    current = entryState()
  }
  if (waiting) waiting.push(() => onPageEntry(change))
  else if (depth() > 0) removeEntries(0, act)
  else act()
}

/** The history that the router sees and changes. */
const routerHistory = {
  get state(): unknown {
    return history.state
  },
  get length() {
    return history.length
  },
  pushState: (...change: Parameters<History['pushState']>) => onPageEntry(() => history.pushState(...change)),
  replaceState: (...change: Parameters<History['replaceState']>) => onPageEntry(() => history.replaceState(...change)),
  go: (steps: number) => {
    if (waiting) waiting.push(() => step(steps))
    else step(steps)
  },
}

function entryState(): EntryState | null {
  return history.state as EntryState | null
}
