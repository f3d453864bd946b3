import { unescaped } from './tokens.ts'

const heading = /<h([23]) id="([^"]*)"[^>]*>(.*?)<\/h\1>/gs

/** The table of contents of cleaned HTML: its headings of level 2 and 3, in order. */
export function contentsOf(html: string): { anchor: string; text: string; level: number }[] {
  return [...html.matchAll(heading)].map(([, level, anchor = '', inner = '']) => ({
    anchor,
    text: unescaped(inner.replace(/<br>/g, ' ').replace(/<[^>]*>/g, ''))
      .replace(/\s+/g, ' ')
      .trim(),
    level: Number(level),
  }))
}
