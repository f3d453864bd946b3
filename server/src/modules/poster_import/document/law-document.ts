import { lawHtml, lawSummary } from '../law/html.ts'
import { type Law, parseLaw } from '../law/parse.ts'
import { plainText } from './html.ts'

/** Laws, and the ministries' rules among the policy documents, are numbered by articles. */
const lawCategories: readonly number[] = [35, 29]

/** A text that is to be read as a law: its paragraphs, in the form they came in. */
export interface LawText {
  markdown?: string
  html: string
}

export interface LawDocument {
  html: string
  summary: string
  law: Law
}

/**
 * The text as a law with chapters, articles and anchors; undefined when it is none. Tables and pictures have no place
 * in articles: such a text stays as its author laid it out, which `laidOut` tells.
 */
export function readLaw(text: LawText, categoryId: number): LawDocument | 'laidOut' | undefined {
  if (!lawCategories.includes(categoryId)) return undefined
  const paragraphs = text.markdown === undefined ? plainText(text.html) : bare(text.markdown)
  const law = parseLaw(paragraphs.split('\n'))
  if (!law) return undefined
  if (/<(table|img)\b/i.test(text.html)) return 'laidOut'
  return { html: lawHtml(law), summary: lawSummary(law), law }
}

/** Without comments and the title line, which is the item's own. */
function bare(markdown: string): string {
  return withoutComments(markdown).replace(/^\s*#[ \t][^\n]*\n/, '')
}

/** By search, not by pattern: half a million comments that never end must not take an hour. */
function withoutComments(markdown: string): string {
  const kept: string[] = []
  let at = 0
  for (;;) {
    const start = markdown.indexOf('<!--', at)
    const end = start < 0 ? -1 : markdown.indexOf('-->', start)
    if (end < 0) break
    kept.push(markdown.slice(at, start))
    at = end + 3
  }
  return kept.join('') + markdown.slice(at)
}
