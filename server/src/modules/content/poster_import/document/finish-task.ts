import type { ReadTask } from '../../../../platform/reader/task.ts'
import { type CleanedHtml, cleanHtml } from '../../poster/service/clean-html.ts'
import { createMissingPictureMarker, insertMissingText } from './assets.ts'
import { rewriteAddresses } from './html.ts'

export interface FinishDocumentInput {
  html: string
  /** The address of each stored file by its placeholder; null if the file was unusable. */
  addresses: [placeholder: string, address: string | null][]
}

export const task: ReadTask<FinishDocumentInput, CleanedHtml> = async ({ html, addresses }, { emit }) => {
  const { html: clean, ...rest } = cleanHtml(addresses.length === 0 ? html : withAddresses(html, new Map(addresses)))
  await emit({ ...rest, html: insertMissingText(clean) })
}

function withAddresses(html: string, known: Map<string, string | null>): string {
  const lost = createMissingPictureMarker(html)
  return rewriteAddresses(html, (kind, address) => {
    const found = known.get(address)
    if (found === null && kind === 'picture') return lost()
    return found === undefined ? address : found
  })
}
