import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The filters, page and rows of a list as the user left it. */
interface ListPlace {
  search: string
  state: unknown
  rows: readonly string[]
}

/** Kept in memory only, because filters may contain names of persons. */
const places = new Map<string, ListPlace>()

/** Returns how the user left the list; undefined if the user has not visited it in this tab. */
export function getListPlace(path: string): ListPlace | undefined {
  return places.get(path)
}

export function rememberListPlace(path: string, at: Omit<ListPlace, 'rows'>, rows?: readonly string[]): void {
  places.set(path, { ...at, rows: rows ?? getListPlace(path)?.rows ?? [] })
}

export function useRememberedListPlace(rows?: readonly string[]): void {
  const { pathname, search, state } = useLocation()
  const shown = useRef(rows)
  shown.current = rows
  const key = rows?.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says that other rows are shown
  useEffect(() => {
    rememberListPlace(pathname, { search, state }, shown.current)
  }, [pathname, search, state, key])
}

/** The next person at this computer must not see earlier searches, so forget them. */
export function forgetListPlaces(): void {
  places.clear()
}

export function listNeighbours(rows: readonly string[], id: string): Record<'previous' | 'next', string | null> {
  const at = rows.indexOf(id)
  if (at < 0) return { previous: null, next: null }
  return { previous: rows[at - 1] ?? null, next: rows[at + 1] ?? null }
}
