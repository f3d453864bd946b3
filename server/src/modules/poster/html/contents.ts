import { unescaped } from './tokens.ts'

const heading = /<h([23]) id="([^"]*)"[^>]*>(.*?)<\/h\1>/gs

/** letters: what is longer is a paragraph in a heading's clothes, and would stand in the page twice */
const shown = 120

/** The table of contents of cleaned HTML: its headings of level 2 and 3, in order. */
export function contentsOf(html: string): { anchor: string; text: string; level: number }[] {
  return [...html.matchAll(heading)].map(([, level, anchor = '', inner = '']) => ({
    anchor,
    text: wordsOf(inner),
    level: Number(level),
  }))
}

function wordsOf(inner: string): string {
  const words = unescaped(inner.replace(/<br>/g, ' ').replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()
  return words.length > shown ? `${[...words].slice(0, shown).join('')}…` : words
}
