import { Marked, type Token } from 'marked'
import { plainText } from './html.ts'

const marked = new Marked({ gfm: true, async: false })

/** Markdown as HTML, raw HTML passed on; the first heading, when nothing stands before it, is the title and not in the body. */
export function readMarkdown(text: string): { title: string; body: string } {
  const tokens = marked.lexer(text)
  const first = tokens.find((token) => token.type !== 'space' && !isComment(token))
  const isTitle = first?.type === 'heading' && first.depth === 1
  if (!isTitle) return { title: '', body: marked.parser(tokens).trim() }
  const title = plainText(marked.parser([first])).replace(/\s+/g, ' ')
  tokens.splice(tokens.indexOf(first), 1)
  return { title, body: marked.parser(tokens).trim() }
}

function isComment(token: Token): boolean {
  return token.type === 'html' && /^\s*<!--/.test(token.raw)
}
