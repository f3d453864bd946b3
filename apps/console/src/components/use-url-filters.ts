import { useSearchParams } from 'react-router'

/** how many rows a page of a list has */
const defaultPageSize = 20

/** A list's filters and page, kept in the address so that a link or a reload shows the same. */
export function useUrlFilters() {
  const [query, setQuery] = useSearchParams()
  const whole = (name: string, fallback: number, max: number) => {
    const value = Number(query.get(name))
    return Number.isInteger(value) && value >= 1 && value <= max ? value : fallback
  }
  return {
    /** a filter's value; undefined when it is not set */
    get: (name: string) => query.get(name)?.trim() || undefined,
    page: whole('page', 1, 100_000),
    pageSize: whole('pageSize', defaultPageSize, 100),
    /** Sets filters, clears those given as undefined or '', and starts at page 1 unless a page is given. */
    set(changes: Record<string, string | number | undefined>): void {
      setQuery((before) => {
        const next = new URLSearchParams(before)
        next.delete('page')
        for (const [name, value] of Object.entries(changes))
          if (value === undefined || value === '') next.delete(name)
          else next.set(name, String(value))
        return next
      })
    },
    /** Every filter cleared. */
    clear: () => setQuery({}),
    /** whether any filter is set: an empty list means something else then */
    filtered: [...query.keys()].some((name) => name !== 'page' && name !== 'pageSize'),
  }
}
