import { readPage } from '@ce/client/read-page.ts'
import { useLocation, useSearchParams } from 'react-router'
import { useListPlace } from './list-place.ts'

/** how many rows a page of a list has */
const defaultPageSize = 20

const none: readonly string[] = []
type Values = Record<string, string | number | undefined>

/**
 * A list's filters and page, kept in the address so that a link or a reload shows the same. What tells who somebody is – a name, a phone,
 * an ID number – never stands in an address (product §4 Privacy): filters named in `personal` lie in the history's entry, which reload and the
 * way back keep, too.
 */
export function useUrlFilters(personal: readonly string[] = none) {
  const [query, setQuery] = useSearchParams()
  const words = wordsIn(useLocation().state)
  useListPlace()
  const get = (name: string) =>
    (personal.includes(name) ? words[name] : query.get(name))?.trim() || undefined
  const size = Number(query.get('pageSize'))
  const go = (from: URLSearchParams, fromWords: Record<string, string>, changes: Values) => {
    const next = new URLSearchParams(from)
    const nextWords = new Map(Object.entries(fromWords))
    for (const [name, value] of Object.entries(changes)) {
      const place = personal.includes(name) ? nextWords : next
      if (value === undefined || value === '') place.delete(name)
      else place.set(name, String(value))
    }
    setQuery(next, { state: { words: Object.fromEntries(nextWords) } })
  }
  return {
    ...readers(get),
    page: readPage(query.get('page')),
    pageSize: Number.isInteger(size) && size >= 1 && size <= 100 ? size : defaultPageSize,
    /** Sets filters, clears those given as undefined or '', and starts at page 1 unless a page is given. */
    set: (changes: Values) => go(query, words, { page: undefined, ...changes }),
    /** Every filter cleared. */
    clear: () => go(new URLSearchParams(), {}, {}),
    /** Every filter cleared, then these set. */
    restart: (values: Values) => go(new URLSearchParams(), {}, values),
    /** whether any filter is set: an empty list means something else then */
    filtered:
      personal.some((name) => get(name) !== undefined) ||
      [...query.keys()].some((name) => name !== 'page' && name !== 'pageSize'),
  }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const date = /^\d{4}-\d\d-\d\d$/
/** as the contract has a year of training */
const year = /^[2-9]\d{3}$/

/** Whether the calendar has it: Date reads 30 February as 2 March. */
function isDay(day: string): boolean {
  const time = Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** A filter as what it should be; whatever else an address holds is no filter. */
function readers(get: (name: string) => string | undefined) {
  const fitting = (name: string, pattern: RegExp) => {
    const value = get(name)
    return value !== undefined && pattern.test(value) ? value : undefined
  }
  return {
    /** its words; undefined when it is not set */
    get,
    /** words of one shape */
    fitting,
    oneOf: <One extends string>(name: string, ones: readonly One[]) =>
      ones.find((one) => one === get(name)),
    /** the id of a row */
    id: (name: string) => fitting(name, uuid),
    year: (name: string) => {
      const value = fitting(name, year)
      return value === undefined ? undefined : Number(value)
    },
    day: (name: string) => {
      const value = fitting(name, date)
      return value !== undefined && isDay(value) ? value : undefined
    },
  }
}

/** The personal filters of a history entry, made by `set` above; anything else has none. */
function wordsIn(state: unknown): Record<string, string> {
  if (typeof state !== 'object' || state === null || !('words' in state)) return {}
  const { words } = state
  if (typeof words !== 'object' || words === null) return {}
  return Object.fromEntries(
    Object.entries(words).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}
