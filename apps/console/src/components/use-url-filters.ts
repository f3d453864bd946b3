import { givenChoice } from '@ce/client/given-choice.ts'
import { readPage } from '@ce/client/read-page.ts'
import { parseDecimal } from '@ce/contract/decimal'
import { pageLimits } from '@ce/contract/search-limits'
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
    ...readers(get),
    page: readPage(query.get('page')),
    pageSize:
      Number.isInteger(size) && size >= 1 && size <= pageLimits.pageSize ? size : defaultPageSize,
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

/**
 * A filter as the address has it. What the server would refuse is sent all the same: the list then says what is wrong with it, where a
 * filter that was left out would show everybody.
 */
function readers(get: (name: string) => string | undefined) {
  return {
    /** its words; undefined when it is not set */
    get,
    /** one of a few views of a page; none when the address has another */
    oneOf: <One extends string>(name: string, ones: readonly One[]) =>
      ones.find((one) => one === get(name)),
    /** a word that the server knows */
    choice: <One extends string>(name: string, _known: readonly One[]) =>
      givenChoice<One>(get(name)),
    number: (name: string) => {
      const value = get(name)
      return value === undefined ? undefined : parseDecimal(value)
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
