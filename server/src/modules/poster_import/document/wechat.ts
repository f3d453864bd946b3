import { attributesOf, type HtmlToken, htmlTokens, plainLetters } from '@ce/contract/html-tokens'
import { type Range, wordsIn } from './remains.ts'

/** An article of a WeChat official account, saved from a browser: its own text, without the page around it. */
export interface WechatArticle {
  title: string
  /** the account */
  source: string
  author: string
  /** as the page writes it; empty: it does not */
  date: string
  html: string
}

/** Null for any other page. */
export function readWechat(text: string): WechatArticle | null {
  if (!/\bjs_content\b|\brich_media_content\b/.test(text)) return null
  const tokens = htmlTokens(text)
  const body =
    findElement(tokens, ({ id }) => id === 'js_content') ??
    findElement(tokens, ({ class: names = '' }) => /\brich_media_content\b/.test(names))
  if (!body) return null
  const textOf = (id: string) => {
    const range = findElement(tokens, (attributes) => attributes.id === id)
    return range ? wordsIn(tokens, range) : ''
  }
  return {
    title: textOf('activity-name') || metaOf(tokens, 'og:title'),
    source: textOf('js_name'),
    author: metaOf(tokens, 'author'),
    date: textOf('publish_time') || createdAt(text),
    html: tokens
      .slice(body.from + 1, body.to)
      .map(({ raw }) => raw)
      .join(''),
  }
}

function findElement(
  tokens: readonly HtmlToken[],
  fits: (attributes: Record<string, string>) => boolean,
): Range | null {
  const from = tokens.findIndex(
    ({ kind, match, raw }) => kind === 'open' && match >= 0 && fits(attributesOf(raw)),
  )
  const to = tokens[from]?.match
  return to === undefined ? null : { from, to }
}

function metaOf(tokens: readonly HtmlToken[], name: string): string {
  for (const { kind, name: tag, raw } of tokens) {
    if (kind !== 'open' || tag !== 'meta') continue
    const { property, name: own, content = '' } = attributesOf(raw)
    if (property === name || own === name) return plainLetters(content).trim()
  }
  return ''
}

/** The page writes its day by a script, from seconds or from words. */
function createdAt(text: string): string {
  const words = /\bcreateTime\s*=\s*['"](\d{4}-\d\d-\d\d \d\d:\d\d)/.exec(text)?.[1]
  const seconds = /\bct\s*=\s*["'](\d{10})["']/.exec(text)?.[1]
  if (words || !seconds) return words ?? ''
  // in China's time, as every date of an import
  return new Date((Number(seconds) + 8 * 3600) * 1000).toISOString().slice(0, 16).replace('T', ' ')
}
