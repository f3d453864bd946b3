import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { contentOf, type PosterContent } from '../content.ts'
import { cleanHtml } from '../html/clean.ts'
import { requireFiles } from './content-files.ts'

export interface CleanContent {
  content: PosterContent
  bodyText: string
  /** what was removed, in words */
  cleaned: string[]
}

/** What may be kept of what an editor sent. @throws Refusal common.invalid, poster.badFile */
export async function cleanContent(
  db: Db,
  input: PosterContent,
  deps?: Pick<Deps, 'publicUrl'>,
): Promise<CleanContent> {
  const origin = deps && URL.parse(deps.publicUrl())?.origin
  const { html, text, removed } = cleanHtml(input.bodyHtml, origin ? [origin] : [])
  const content = contentOf(input, html)
  await requireFiles(db, content)
  return { content, bodyText: text, cleaned: removed }
}
