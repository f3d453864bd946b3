import { parseDecimal } from '@ce/contract/decimal'
import { pageLimits } from '@ce/contract/search-limits'

/** The page an address names; what names none, or one that no list has, is read as the first. */
export function readPage(text: string | null): number {
  const page = parseDecimal(text)
  return Number.isInteger(page) && page >= 1 && page <= pageLimits.page ? page : 1
}
