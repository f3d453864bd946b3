import type { HtmlToken } from './html-tokens.ts'

/** Reads only styles for alignment, lists, hidden and struck text. */
export interface OfficeStyles {
  /**
   * Returns the style declarations for an element; `name` is in lower case. Of two declarations for the same property,
   * the first one counts.
   */
  of: (name: string, attributes: Record<string, string>) => string
  /** Returns the number format, the number pattern and the first number of a list level. */
  level: (list: string, level: number) => { format: string; pattern: string; start: number } | undefined
}

/** Limit in characters for all style sheets together; Word writes about 60 KB. */
const mostLetters = 600_000

/** Searches for braces instead of using a pattern, so that broken style sheets cost no time. */
function* rulesOf(sheet: string): Generator<readonly [selectors: string, declarations: string]> {
  for (const rule of sheet.split('}')) {
    const brace = rule.lastIndexOf('{')
    if (brace > 0) yield [rule.slice(0, brace), rule.slice(brace + 1)]
  }
}

/** Supports `p.MsoTitle, .a {…}` and `@list l0:level2 {…}`; other selectors are ignored. */
export function readOfficeStyles(tokens: readonly HtmlToken[]): OfficeStyles {
  const bySelector = new Map<string, string>()
  const levels = new Map<string, string>()
  for (const [selectors, declarations] of rulesOf(sheetsOf(tokens))) {
    const list = /@list\s+(l\d+):level(\d)/.exec(selectors)
    if (list) levels.set(`${list[1]} ${list[2]}`, declarations)
    else
      for (const one of selectors.split(',')) {
        const selector = one.trim()
        if (/^[a-z][a-z0-9]*$|^[a-z][a-z0-9]*?\.[\w-]+$|^\.[\w-]+$/.test(selector))
          bySelector.set(selector, `${declarations};${bySelector.get(selector) ?? ''}`)
      }
  }
  return {
    of(name, attributes) {
      const inline = (attributes.style ?? '').toLowerCase()
      if (bySelector.size === 0) return inline
      const classes = (attributes.class ?? '').toLowerCase().split(/\s+/).filter(Boolean)
      const sheets = [...classes.flatMap((one) => [`${name}.${one}`, `.${one}`]), name]
      return [inline, ...sheets.map((selector) => bySelector.get(selector) ?? '')].join(';')
    },
    level(list, level) {
      const said = levels.get(`${list} ${level}`)
      if (said === undefined) return undefined
      const value = (name: string) => new RegExp(`mso-level-${name}\\s*:\\s*"?([^;"]+)`).exec(said)?.[1]?.trim()
      return {
        format: value('number-format') ?? 'decimal',
        pattern: value('text') ?? '',
        start: Number(value('start-at') ?? 1) || 1,
      }
    },
  }
}

function sheetsOf(tokens: readonly HtmlToken[]): string {
  const texts: string[] = []
  for (const [at, { name, kind }] of tokens.entries())
    if (name === 'style' && kind === 'open') texts.push(tokens[at + 1]?.raw ?? '')
  return texts
    .join('\n')
    .slice(0, mostLetters)
    .toLowerCase()
    .replace(/<!--|-->/g, '')
    .replace(/\/\*[^*]*\*\//g, '')
}
