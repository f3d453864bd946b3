/** A message in the corner that goes by itself. */
export interface Notice {
  id: number
  kind: 'error' | 'info' | 'success'
  title: string
  text: string
  closable: boolean
}

interface NewNotice {
  kind?: Notice['kind']
  title: string
  text?: string
  /** milliseconds */
  durationMs?: number
  closable?: boolean
}

/** specification §9 */
const defaultDurationMs = 4500

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** Shows a notice; the same words again only start its time anew. Returns its id. */
export function showNotice({
  kind = 'info',
  title,
  text = '',
  durationMs = defaultDurationMs,
  closable = true,
}: NewNotice): number {
  const same = notices.find((shown) => shown.title === title && shown.text === text)
  const id = same?.id ?? ++lastId
  if (!same) change([...notices, { id, kind, title, text, closable }])
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => closeNotice(id), durationMs),
  )
  return id
}

/** Before its time; one that is gone already stays gone. */
export function closeNotice(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  change(notices.filter((notice) => notice.id !== id))
}

/** Oldest first; the same array until something changes. */
export const shownNotices = (): readonly Notice[] => notices

/** Calls back after every change. Returns the way to stop. */
export function onNotices(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** where notices can show, the one in front last: what lies behind an open dialog is neither lit nor read out */
let places: readonly symbol[] = []

/** @param over in front of what was there; else behind it. Returns the way to leave. */
export function takePlace(place: symbol, over: boolean): () => void {
  places = over ? [...places, place] : [place, ...places]
  change(notices)
  return () => {
    places = places.filter((taken) => taken !== place)
    change(notices)
  }
}

/** Where notices show now; undefined while no page has a place for them. */
export const frontPlace = (): symbol | undefined => places.at(-1)

function change(next: readonly Notice[]): void {
  notices = next
  for (const listener of [...listeners]) listener()
}
