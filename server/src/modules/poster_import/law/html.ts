import { contentLimits } from '@ce/contract'
import { escapeHtml } from '@ce/contract/escape-html'
import type { Law, LawPart } from './parse.ts'

/**
 * The law as HTML: its history as a list, h2 per chapter (第…编 pushes them down one), h3 per section, each article a
 * paragraph with its own anchor. Readers' pages make the table of contents from the headings; a text without any
 * gets one of its articles here.
 */
export function lawHtml(law: Law): string {
  const down = law.parts.some((part) => part.kind === 'heading' && part.level === 1) ? 1 : 0
  const counts = new Map<string, number>()
  const body = law.parts.map((part) => partHtml(part, down, counts))
  const firstArticle = law.parts.findIndex((part) => part.kind === 'article')
  if (counts.size === 0) body.splice(firstArticle, 0, articleIndex(law.parts))
  return [history(law.history), ...body].filter(Boolean).join('\n')
}

const headingNames = ['heading', 'part', 'chapter', 'section'] as const

function partHtml(part: LawPart, down: number, counts: Map<string, number>): string {
  if (part.kind === 'paragraph') return `<p>${escapeHtml(part.text)}</p>`
  if (part.kind === 'article') {
    const text = part.text ? `　${escapeHtml(part.text)}` : ''
    return `<p id="${part.anchor}"><strong>${part.number}</strong>${text}</p>`
  }
  const name = headingNames[part.level]
  const count = (counts.get(name) ?? 0) + 1
  counts.set(name, count)
  const tag = `h${part.level === 0 ? 2 : part.level + down}`
  return `<${tag} id="${name}-${count}">${escapeHtml(part.text)}</${tag}>`
}

function history(lines: string[]): string {
  if (lines.length === 0) return ''
  return `<ul>\n${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('\n')}\n</ul>`
}

function articleIndex(parts: LawPart[]): string {
  const links = parts.flatMap((part) =>
    part.kind === 'article' ? `<a href="#${part.anchor}">${part.number}</a>` : [],
  )
  return `<p>${links.join(' ')}</p>`
}

/** What a list shows under the title: the last act of its history, and how long it is. At most as many letters as a summary may have. */
export function lawSummary(law: Law): string {
  const acts = law.history.map((line) => line.replace(/^[（(]|[）)]$/g, '').replace(/\s+/g, ''))
  const extent = `共${law.chapters ? ` ${law.chapters} 章` : ''} ${law.articles} 条。`
  const room = contentLimits.summary - extent.length - 1
  let told = acts.join('；')
  // the newest acts count most
  while (told.length > room && acts.length > 1) {
    acts.shift()
    told = acts.join('；')
  }
  return (told ? `${told.slice(0, room)}。` : '') + extent
}
