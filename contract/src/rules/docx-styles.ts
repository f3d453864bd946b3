import { type HtmlToken, htmlAttributesOf } from './html-tokens.ts'

/** Formatting that a paragraph or run has itself or from its style. */
export interface DocxFormatting {
  /** Style name of a paragraph, in lower case. */
  name?: string
  align?: string
  /** Level 0 is the first heading level. */
  outline?: number
  list?: string
  level?: number
  bold?: boolean
  italic?: boolean
  underline?: boolean
  struck?: boolean
  hidden?: boolean
  raised?: string
  font?: string
}

const flags: Readonly<Record<string, 'bold' | 'italic' | 'struck' | 'hidden'>> = {
  'w:b': 'bold',
  'w:i': 'italic',
  'w:strike': 'struck',
  'w:dstrike': 'struck',
  'w:vanish': 'hidden',
}

export function readDocxFormatting(look: DocxFormatting, { name, raw }: HtmlToken): void {
  const given = htmlAttributesOf(raw)
  const value = given['w:val'] ?? ''
  const flag = flags[name]
  if (flag) look[flag] = !/^(0|false|off|none)$/.test(value)
  else if (name === 'w:u') look.underline = value !== 'none'
  else if (name === 'w:rfonts') look.font = given['w:ascii'] ?? given['w:hansi'] ?? ''
  else if (name === 'w:vertalign') look.raised = value
  else if (name === 'w:jc') look.align = value
  else if (name === 'w:outlinelvl') look.outline = Number(value)
  else if (name === 'w:numid') look.list = value
  else if (name === 'w:ilvl') look.level = Number(value)
}

export function readDocxStyles(tokens: readonly HtmlToken[]): Map<string, DocxFormatting> {
  const own = new Map<string, DocxFormatting & { base?: string }>()
  let look: DocxFormatting & { base?: string } = {}
  for (const token of tokens) {
    if (token.kind !== 'open') continue
    if (token.name === 'w:style') {
      look = {}
      own.set(htmlAttributesOf(token.raw)['w:styleid'] ?? '', look)
    } else if (token.name === 'w:name') look.name = (htmlAttributesOf(token.raw)['w:val'] ?? '').toLowerCase()
    else if (token.name === 'w:basedon') look.base = htmlAttributesOf(token.raw)['w:val'] ?? ''
    else readDocxFormatting(look, token)
  }
  const whole = (id: string, depth: number): DocxFormatting => {
    const { base, ...said } = own.get(id) ?? {}
    // The formatting of the base style applies, too, even if that is a heading. Only the style's name is its own.
    return base && depth > 0 ? { ...whole(base, depth - 1), ...said } : said
  }
  return new Map([...own.keys()].map((id) => [id, whole(id, 10)]))
}
