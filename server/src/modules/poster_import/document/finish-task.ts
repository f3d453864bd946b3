import type { ReadTask } from '../../../platform/reader/task.ts'
import { type Cleaned, cleanHtml } from '../../poster/service/clean-html.ts'
import { placeOfLost, sayMissing } from './assets.ts'
import { rewriteLinks } from './html.ts'

export interface FinishInput {
  html: string
  /** by placeholder; null: the file could not be used */
  addresses: [placeholder: string, address: string | null][]
}

/** The HTML of a document with the addresses of its files, clean. */
export const task: ReadTask<FinishInput, Cleaned> = async ({ html, addresses }, { emit }) => {
  const { html: clean, ...rest } = cleanHtml(
    addresses.length === 0 ? html : withAddresses(html, new Map(addresses)),
  )
  await emit({ ...rest, html: sayMissing(clean) })
}

function withAddresses(html: string, known: Map<string, string | null>): string {
  const lost = placeOfLost(html)
  return rewriteLinks(html, (kind, address) => {
    const found = known.get(address)
    if (found === null && kind === 'picture') return lost()
    return found === undefined ? address : found
  })
}
