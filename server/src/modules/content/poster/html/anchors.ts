import { unescapeHtml } from './tokens.ts'

const heading = /<h([23]) id="([^"]*)"[^>]*>(.*?)<\/h\1>/gs

/** Headings with more characters are really paragraphs. */
const shown = 120

/** Anchor names come from the text, so they stay when headings move. The prefix avoids ids of the page. */
export class AnchorNames {
  readonly #used = new Set<string>()
  readonly #counts = new Map<string, number>()

  keep(id: string | undefined): string | undefined {
    if (!id || this.#used.has(id)) return undefined
    this.#used.add(id)
    return id
  }

  fromWords(words: string): string {
    const slug = [...words.normalize('NFKC').toLowerCase()]
      .join('')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
    const base = `h-${[...slug].slice(0, 40).join('').replace(/-+$/, '') || 'x'}`
    let count = this.#counts.get(base) ?? 1
    let id = base
    while (this.#used.has(id)) {
      count += 1
      id = `${base}-${count}`
    }
    this.#counts.set(base, count)
    this.#used.add(id)
    return id
  }
}

/** Returns the headings of levels 2 and 3 in order. */
export function tableOfContents(html: string): { anchor: string; text: string; level: number }[] {
  return [...html.matchAll(heading)].map(([, level, anchor = '', inner = '']) => ({
    anchor,
    text: wordsOf(inner),
    level: Number(level),
  }))
}

function wordsOf(inner: string): string {
  const words = unescapeHtml(inner.replace(/<br>/g, ' ').replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()
  return words.length > shown ? `${[...words].slice(0, shown).join('')}…` : words
}
