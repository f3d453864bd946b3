import { parseDecimal } from '@ce/contract/decimal'
import { pageLimits } from '@ce/contract/search-limits'

/** An invalid page number means the first page. */
export function parsePageNumber(text: string | null): number {
  const page = parseDecimal(text)
  return Number.isInteger(page) && page >= 1 && page <= pageLimits.page ? page : 1
}
