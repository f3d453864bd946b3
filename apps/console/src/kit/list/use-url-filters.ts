import { parsePageNumber } from '@ce/client/read-page.ts'
import { parseDecimal } from '@ce/contract/decimal'
import { pageLimits } from '@ce/contract/search-limits'
import { useLocation, useSearchParams } from 'react-router'
import { useRememberedListPlace } from './list-place.ts'

const defaultPageSize = 20

const none: readonly string[] = []
type Values = Record<string, string | number | undefined>

/**
 * Personal data must not be in the address (docs/rules/privacy.md#personal-data), so the history entry holds `personal`
 * filters.
 */
export function useUrlFilters(personal: readonly string[] = none) {
  const [query, setQuery] = useSearchParams()
  const words = wordsIn(useLocation().state)
  useRememberedListPlace()
  const get = (name: string) => (personal.includes(name) ? words[name] : query.get(name))?.trim() || undefined
  const size = parseDecimal(query.get('pageSize'))
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
    get,
    oneOf: <One extends string>(name: string, ones: readonly One[]) => ones.find((one) => one === get(name)),
    number: (name: string) => {
      const value = get(name)
      return value === undefined ? undefined : parseDecimal(value)
    },
    page: parsePageNumber(query.get('page')),
    pageSize: Number.isInteger(size) && size >= 1 && size <= pageLimits.pageSize ? size : defaultPageSize,
    /** Removes filters that are undefined or '', and goes to page 1 unless a page is given. */
    set: (changes: Values) => go(query, words, { page: undefined, ...changes }),
    restart: (values: Values) => go(new URLSearchParams(), {}, values),
  }
}

function wordsIn(state: unknown): Record<string, string> {
  if (typeof state !== 'object' || state === null || !('words' in state)) return {}
  const { words } = state
  if (typeof words !== 'object' || words === null) return {}
  return Object.fromEntries(
    Object.entries(words).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
