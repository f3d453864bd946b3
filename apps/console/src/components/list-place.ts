import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** A list as it was left: its filters, its page, and which rows it showed. */
interface ListPlace {
  search: string
  /** filters that stand in no address */
  state: unknown
  rows: readonly string[]
}

/** In memory only: filters may be names. */
const places = new Map<string, ListPlace>()

/** How the list at a path was left last; undefined if this tab has not been there. */
export function listPlace(path: string): ListPlace | undefined {
  return places.get(path)
}

/** Keeps how a list stands. @param rows ids in the order shown; undefined leaves those that were shown last */
export function keepPlace(
  path: string,
  at: Omit<ListPlace, 'rows'>,
  rows?: readonly string[],
): void {
  places.set(path, { ...at, rows: rows ?? listPlace(path)?.rows ?? [] })
}

/** Keeps how this page's list stands. @param rows ids in the order shown, where a page of one leads on to the next */
export function useListPlace(rows?: readonly string[]): void {
  const { pathname, search, state } = useLocation()
  const shown = useRef(rows)
  shown.current = rows
  const key = rows?.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says that other rows are shown
  useEffect(() => {
    keepPlace(pathname, { search, state }, shown.current)
  }, [pathname, search, state, key])
}

/** What another person at this desk looked for is nobody's business. */
export function forgetListPlaces(): void {
  places.clear()
}

/** The rows before and behind one in its list as it was left; null at its ends, and where the list is not known. */
export function besides(
  rows: readonly string[],
  id: string,
): Record<'previous' | 'next', string | null> {
  const at = rows.indexOf(id)
  if (at < 0) return { previous: null, next: null }
  return { previous: rows[at - 1] ?? null, next: rows[at + 1] ?? null }
}
