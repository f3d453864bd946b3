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
  /** Milliseconds that the notice stays. */
  durationMs?: number
  closable?: boolean
}

/** Milliseconds that a notice stays (docs/rules/screens.md#notices). */
const defaultDurationMs = 4500

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** Repeating a notice only restarts its time. @returns its id */
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

export function closeNotice(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  change(notices.filter((notice) => notice.id !== id))
}

/** Notices with the oldest first; the same array until something changes. */
export const readShownNotices = (): readonly Notice[] => notices

/** Calls back after each change of the notices. @returns a function that stops the calls */
export function onNoticesChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Places where notices can be shown. Notices are shown in the last one, because places behind a dialog are dimmed. */
let places: readonly symbol[] = []

/**
 * Registers a place for notices. @param over true for a place in front of the others @returns a function that removes
 * it
 */
export function claimNoticePlace(place: symbol, over: boolean): () => void {
  places = over ? [...places, place] : [place, ...places]
  change(notices)
  return () => {
    places = places.filter((taken) => taken !== place)
    change(notices)
  }
}

/** The place in which notices are shown now; undefined when there is none. */
export const topNoticePlace = (): symbol | undefined => places.at(-1)

function change(next: readonly Notice[]): void {
  notices = next
  for (const listener of [...listeners]) listener()
}
