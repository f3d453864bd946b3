import { useEffect } from 'react'
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

const nowhere: ListPlace = { search: '', state: null, rows: [] }

/** How the list at a path was left last; at its beginning if this tab has not been there. */
export function listPlace(path: string): ListPlace {
  return places.get(path) ?? nowhere
}

/** Keeps how this page's list stands. @param rows ids in the order shown, where a page of one leads on to the next */
export function useListPlace(rows?: readonly string[]): void {
  const { pathname, search, state } = useLocation()
  const ids = rows?.join()
  useEffect(() => {
    const kept = ids === undefined ? listPlace(pathname).rows : ids.split(',')
    places.set(pathname, { search, state, rows: kept })
  }, [pathname, search, state, ids])
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
