import { attributesOf, type HtmlToken } from './html-tokens.ts'

/** What a paragraph or a run is said to be: by itself or by its style. */
export interface DocxLook {
  /** a paragraph's name of style, in small letters */
  name?: string
  align?: string
  /** 0 is the first level of headings */
  outline?: number
  list?: string
  level?: number
  bold?: boolean
  italic?: boolean
  underline?: boolean
  struck?: boolean
  hidden?: boolean
  raised?: string
  /** of Latin letters: fonts of signs have them */
  font?: string
}

const flags: Readonly<Record<string, 'bold' | 'italic' | 'struck' | 'hidden'>> = {
  'w:b': 'bold',
  'w:i': 'italic',
  'w:strike': 'struck',
  'w:dstrike': 'struck',
  'w:vanish': 'hidden',
}

/** Reads one property into a look; anything else is passed over. */
export function readLook(look: DocxLook, { name, raw }: HtmlToken): void {
  const given = attributesOf(raw)
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

/** styles.xml: what each style says, with what it is based on. */
export function docxStyles(tokens: readonly HtmlToken[]): Map<string, DocxLook> {
  const own = new Map<string, DocxLook & { base?: string }>()
  let look: DocxLook & { base?: string } = {}
  for (const token of tokens) {
    if (token.kind !== 'open') continue
    if (token.name === 'w:style') {
      look = {}
      own.set(attributesOf(token.raw)['w:styleid'] ?? '', look)
    } else if (token.name === 'w:name')
      look.name = (attributesOf(token.raw)['w:val'] ?? '').toLowerCase()
    else if (token.name === 'w:basedon') look.base = attributesOf(token.raw)['w:val'] ?? ''
    else readLook(look, token)
  }
  const whole = (id: string, depth: number): DocxLook => {
    const { base, ...said } = own.get(id) ?? {}
    // the name is a style's own, but what it is based on may be a heading
    return base && depth > 0 ? { ...whole(base, depth - 1), ...said } : said
  }
  return new Map([...own.keys()].map((id) => [id, whole(id, 10)]))
}
