import type { ReadTask } from '../../../platform/reader/task.ts'
import { type Cleaned, cleanHtml } from '../../poster/service/clean-html.ts'
import { rewriteLinks } from './html.ts'

export interface FinishInput {
  html: string
  /** by placeholder; null: the file could not be used */
  addresses: [placeholder: string, address: string | null][]
}

/** The HTML of a document with the addresses of its files, clean. */
export const task: ReadTask<FinishInput, Cleaned> = async ({ html, addresses }, { emit }) => {
  await emit(cleanHtml(addresses.length === 0 ? html : withAddresses(html, new Map(addresses))))
}

function withAddresses(html: string, known: Map<string, string | null>): string {
  return rewriteLinks(html, (_, address) => {
    const found = known.get(address)
    return found === undefined ? address : found
  })
}
