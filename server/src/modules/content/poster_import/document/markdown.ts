import { escapeHtml } from '@ce/contract/escape-html'
import { Marked, type Token } from 'marked'
import { UnreadableFile } from '../../../../platform/sheets/unreadable.ts'
import { visibleTextOf } from './html.ts'

const marked = new Marked({ gfm: true, async: false })

/** Parsing time grows with the square of the quotation depth, so such a depth is refused. */
const deepQuotation = /^(?:[ \t]*>){100}/m

/** Converts Markdown to HTML; raw HTML in it stays unchanged. A heading at the start becomes the title. */
export function renderMarkdown(text: string): { title: string; body: string } {
  if (deepQuotation.test(text)) throw new UnreadableFile('引用嵌套过深，请删减后再导入')
  const tokens = marked.lexer(text)
  const first = tokens.find((token) => token.type !== 'space' && !isComment(token))
  const isTitle = first?.type === 'heading' && first.depth === 1
  if (!isTitle) return { title: '', body: marked.parser(tokens).trim() }
  const title = visibleTextOf(marked.parser([first])).replace(/\s+/g, ' ')
  tokens.splice(tokens.indexOf(first), 1)
  return { title, body: marked.parser(tokens).trim() }
}

export function renderMarkdownLines(text: string): string {
  return text.split('\n').map(inlineLine).join('\n')
}

/** Parsing a longer line would take quadratic time. */
const longestLine = 10_000

function inlineLine(line: string): string {
  if (line.length > longestLine) return escapeHtml(line)
  const mark = /^(?:#{1,6}|[-*+])[ \t]+/.exec(line)?.[0] ?? ''
  return mark + marked.parseInline(line.slice(mark.length), { async: false })
}

function isComment(token: Token): boolean {
  return token.type === 'html' && /^\s*<!--/.test(token.raw)
}
