import type { Author } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { contentOf, type PosterContent } from '../content.ts'
import type { Cleaned } from '../html/clean.ts'
import { cleanHtmlApart } from './clean-apart.ts'
import { requireFiles } from './content-files.ts'

export interface CleanContent {
  content: PosterContent
  bodyText: string
  /** what was removed, in words */
  cleaned: string[]
}

/** What may be kept of what an editor sent. @throws Refusal common.invalid, poster.badFile */
export async function cleanContent(
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
  author: Author,
  input: PosterContent,
): Promise<CleanContent> {
  const origin = URL.parse(publicUrl())?.origin
  const cleaned = await cleanHtmlApart(author.username, input.bodyHtml, origin ? [origin] : [])
  return checkedContent(db, input, cleaned)
}

/** The same for a text that is clean. @throws Refusal poster.badFile */
export async function checkedContent(
  db: Db,
  input: PosterContent,
  { html, text, removed }: Cleaned,
): Promise<CleanContent> {
  const content = contentOf(input, html)
  await requireFiles(db, content)
  return { content, bodyText: text, cleaned: removed }
}
