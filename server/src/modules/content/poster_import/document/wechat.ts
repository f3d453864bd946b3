import { escapeHtml } from '@ce/contract/escape-html'
import { decodeMarkerText, type HtmlToken, htmlAttributesOf, tokenizeHtml } from '@ce/contract/html-tokens'
import { missingMediaText } from './assets.ts'
import { type TokenRange, visibleTextInRange } from './markup-remnants.ts'

export interface WechatArticle {
  title: string
  source: string
  author: string
  date: string
  html: string
  problems: string[]
}

export function parseWechatArticle(text: string): WechatArticle | null {
  if (!/\bjs_content\b|\brich_media_content\b/.test(text)) return null
  const tokens = tokenizeHtml(text)
  const body =
    findElement(tokens, ({ id }) => id === 'js_content') ??
    findElement(tokens, ({ class: names = '' }) => /\brich_media_content\b/.test(names))
  if (!body) return null
  const textOf = (id: string) => {
    const range = findElement(tokens, (attributes) => attributes.id === id)
    return range ? visibleTextInRange(tokens, range) : ''
  }
  return {
    title: textOf('activity-name') || metaOf(tokens, 'og:title'),
    source: textOf('js_name'),
    author: metaOf(tokens, 'author'),
    date: textOf('publish_time') || createdAt(text),
    ...readBody(tokens.slice(body.from + 1, body.to), body.from + 1),
  }
}

function findElement(
  tokens: readonly HtmlToken[],
  fits: (attributes: Record<string, string>) => boolean,
): TokenRange | null {
  const from = tokens.findIndex(({ kind, match, raw }) => kind === 'open' && match >= 0 && fits(htmlAttributesOf(raw)))
  const to = tokens[from]?.match
  return to === undefined ? null : { from, to }
}

function metaOf(tokens: readonly HtmlToken[], name: string): string {
  for (const { kind, name: tag, raw } of tokens) {
    if (kind !== 'open' || tag !== 'meta') continue
    const { property, name: own, content = '' } = htmlAttributesOf(raw)
    if (property === name || own === name) return decodeMarkerText(content).trim()
  }
  return ''
}

/** A script of the page writes the date, as seconds or as text. */
function createdAt(text: string): string {
  const words = /\bcreateTime\s*=\s*['"](\d{4}-\d\d-\d\d \d\d:\d\d)/.exec(text)?.[1]
  const seconds = /\bct\s*=\s*["'](\d{10})["']/.exec(text)?.[1]
  if (words || !seconds) return words ?? ''
  // The result is China time, like every date of an import.
  return new Date((Number(seconds) + 8 * 3600) * 1000).toISOString().slice(0, 16).replace('T', ' ')
}

/** Films and audio play only in WeChat, so a marker replaces them. */
const playing = new Map([
  ...['mpvideo', 'mp-video', 'mp-common-videosnap', 'video'].map((name) => [name, '视频'] as const),
  ...['mpvoice', 'mp-common-mpaudio', 'qqmusic', 'audio'].map((name) => [name, '音频'] as const),
])
const cards = new Set(['mp-common-profile', 'mp-miniprogram', 'mp-weapp', 'mp-common-product'])
const background = /background(?:-image)?\s*:[^;]*?url\(\s*(?:&quot;|["'])?([^"')&]+)/i

/** @param first index of the first token of `tokens` in the page */
function readBody(tokens: readonly HtmlToken[], first: number) {
  const kept: string[] = []
  const next = nextContents(tokens)
  let [played, carded, behind] = [0, 0, 0]
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (!token) continue
    const { kind, name, raw, match } = token
    const end = match < 0 ? at : match - first
    const attributes: Record<string, string> = kind === 'open' ? htmlAttributesOf(raw) : {}
    const film = /\bvideo_iframe\b/.test(attributes.class ?? '') ? '视频' : playing.get(name)
    if (kind === 'open' && film) {
      kept.push(`<p>${missingMediaText(film)}</p>`)
      played += 1
      at = end
    } else if (kind === 'open' && cards.has(name)) {
      carded += 1
      at = end
    } else if (kind === 'open' && name === 'svg') {
      kept.push(...picturesOf(tokens.slice(at, end + 1)).map(pictureOf))
      at = end
    } else {
      kept.push(raw)
      const address = kind === 'open' ? backgroundOf(attributes) : undefined
      if (address === undefined) continue
      // A block with a background picture but no content is the picture itself.
      if ((next[at + 1] ?? end) < end) behind += 1
      else kept.push(pictureOf(address))
    }
  }
  const problems = [
    ...(played > 0 ? [`${played} 处视频或音频没有随文件带来：正文里标出了位置，请补传或删去`] : []),
    ...(behind > 0 ? [`${behind} 处文字后面的背景图片没有导入`] : []),
    ...(carded > 0 ? [`已清理：公众号名片、小程序等卡片（${carded} 处）`] : []),
  ]
  return { html: kept.join(''), problems }
}

/** The next text or picture after each position, computed once for speed. */
function nextContents(tokens: readonly HtmlToken[]): Int32Array {
  const next = new Int32Array(tokens.length + 1).fill(tokens.length)
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const { kind, name, raw } = tokens[at] ?? { kind: 'comment', name: '', raw: '' }
    const isContent =
      (kind === 'text' && /\S/.test(decodeMarkerText(raw))) || (kind === 'open' && (name === 'img' || name === 'svg'))
    next[at] = isContent ? at : (next[at + 1] ?? tokens.length)
  }
  return next
}

const longestStyle = 2000
const backgroundOf = ({ style = '' }: Record<string, string>) => background.exec(style.slice(0, longestStyle))?.[1]

const pictureOf = (address: string) => `<p><img data-src="${escapeHtml(address)}"></p>`

/** Returns the addresses of the pictures inside an SVG; its other shapes are only decoration by WeChat. */
function picturesOf(tokens: readonly HtmlToken[]): string[] {
  return tokens.flatMap(({ kind, name, raw }) => {
    if (kind !== 'open') return []
    const attributes = htmlAttributesOf(raw)
    const shown = name === 'img' ? (attributes['data-src'] ?? attributes.src) : undefined
    const drawn = name === 'image' ? (attributes['xlink:href'] ?? attributes.href) : undefined
    return shown ?? drawn ?? backgroundOf(attributes) ?? []
  })
}
