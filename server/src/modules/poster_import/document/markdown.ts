import { escapeHtml } from '@ce/contract/escape-html'
import { Marked, type Token } from 'marked'
import { UnreadableFile } from '../../../platform/sheets/unreadable.ts'
import { plainText } from './html.ts'

const marked = new Marked({ gfm: true, async: false })

/** Its time grows with the square of the depth; nobody quotes a hundred times over. */
const deepQuotation = /^(?:[ \t]*>){100}/m

/** Markdown as HTML, raw HTML passed on; the first heading, when nothing stands before it, is the title and not in the body. */
export function readMarkdown(text: string): { title: string; body: string } {
  if (deepQuotation.test(text)) throw new UnreadableFile('引用嵌套过深，请删减后再导入')
  const tokens = marked.lexer(text)
  const first = tokens.find((token) => token.type !== 'space' && !isComment(token))
  const isTitle = first?.type === 'heading' && first.depth === 1
  if (!isTitle) return { title: '', body: marked.parser(tokens).trim() }
  const title = plainText(marked.parser([first])).replace(/\s+/g, ' ')
  tokens.splice(tokens.indexOf(first), 1)
  return { title, body: marked.parser(tokens).trim() }
}

/** Every line by itself, with the mark of its block: a heading's, a list's. What stands within it is HTML. */
export function inlineHtml(text: string): string {
  return text.split('\n').map(inlineLine).join('\n')
}

/** no paragraph of a law; what makes the parser take the square of a line's letters stays short */
const longestLine = 10_000

function inlineLine(line: string): string {
  if (line.length > longestLine) return escapeHtml(line)
  const mark = /^(?:#{1,6}|[-*+])[ \t]+/.exec(line)?.[0] ?? ''
  return mark + marked.parseInline(line.slice(mark.length), { async: false })
}

function isComment(token: Token): boolean {
  return token.type === 'html' && /^\s*<!--/.test(token.raw)
}
