import { lawHtml, lawSummary } from '../law/html.ts'
import { type Law, numberedPlace, parseLaw } from '../law/parse.ts'
import { countLinks, linkedText, withoutMarks } from './html.ts'
import { inlineHtml } from './markdown.ts'

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
 * The text as a law with chapters, articles and anchors, its links in their places; undefined when it is none. Tables,
 * pictures and numbered lists have no place in articles: such a text stays as its author laid it out, which `laidOut`
 * tells.
 */
export function readLaw(text: LawText, categoryId: number): LawDocument | 'laidOut' | undefined {
  if (!lawCategories.includes(categoryId)) return undefined
  const { html, markdown } = text
  const paragraphs = linkedText(
    markdown === undefined ? html : inlineHtml(bare(markdown)),
    numberedPlace,
  )
  const law = parseLaw(paragraphs.text.split('\n'))
  if (!law) return undefined
  const made = paragraphs.restore(lawHtml(law))
  // Markdown's numbers stand in its lines; a link across lines is lost, and with it what it leads to
  const numbered = markdown === undefined && /<ol\b/i.test(html)
  if (
    /<(table|img)\b/i.test(html) ||
    numbered ||
    countLinks(made) + paragraphs.left < countLinks(html)
  )
    return 'laidOut'
  const history = law.history.map(withoutMarks)
  return { html: made, summary: lawSummary({ ...law, history }), law }
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
