import { attributesOf, type HtmlToken, htmlTokens, plainLetters } from '@ce/contract/html-tokens'

/** An article of a WeChat official account, saved from a browser: its own text, without the page and what asks to follow the account. */
export interface WechatArticle {
  title: string
  /** the account */
  source: string
  author: string
  /** as the page writes it; empty: it does not */
  date: string
  html: string
  problems: string[]
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
  const { html, left } = withoutFollowing(tokens, body)
  return {
    title: textOf('activity-name') || metaOf(tokens, 'og:title'),
    source: textOf('js_name'),
    author: metaOf(tokens, 'author'),
    date: textOf('publish_time') || createdAt(text),
    html,
    problems: left > 0 ? [`已清理：引导关注、点赞或转发的内容（${left} 处）`] : [],
  }
}

interface Range {
  from: number
  to: number
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

function wordsIn(tokens: readonly HtmlToken[], { from, to }: Range): string {
  const texts = tokens.slice(from + 1, to).filter(({ kind }) => kind === 'text')
  return plainLetters(texts.map(({ raw }) => raw).join(''))
    .replace(/\s+/g, ' ')
    .trim()
}

const blocks = new Set(
  'p,section,div,h1,h2,h3,h4,h5,h6,ul,ol,blockquote,figure,table,pre,mp-common-profile,mpvoice,mp-common-mpaudio'.split(
    ',',
  ),
)

/** A block that holds no other one. */
interface Line extends Range {
  words: string
  pictures: number
}

function linesOf(tokens: readonly HtmlToken[], { from, to }: Range): Line[] {
  const lines: Line[] = []
  const opensBlock = ({ kind, name, match }: HtmlToken) =>
    kind === 'open' && match >= 0 && blocks.has(name)
  /** where the next block begins, from each place on: looked up, not searched for in every block around it */
  const next = new Int32Array(to + 1).fill(to)
  for (let at = to - 1; at > from; at -= 1) {
    const token = tokens[at]
    next[at] = token && opensBlock(token) ? at : (next[at + 1] ?? to)
  }
  for (let at = from + 1; at < to; at += 1) {
    const token = tokens[at]
    if (token?.kind === 'text' && /\S/.test(plainLetters(token.raw)))
      lines.push({ from: at, to: at, words: plainLetters(token.raw).trim(), pictures: 0 })
    if (token?.kind === 'open' && token.name === 'img')
      lines.push({ from: at, to: at, words: '', pictures: 1 })
    if (!token || !opensBlock(token) || (next[at + 1] ?? to) < token.match) continue
    const range = { from: at, to: token.match }
    const inside = tokens.slice(at + 1, token.match)
    const pictures = inside.filter(({ kind, name }) => kind === 'open' && name === 'img').length
    lines.push({ ...range, words: wordsIn(tokens, range), pictures })
    at = token.match
  }
  return lines
}

/** no author puts what matters into so short a line of these words */
const longestLine = 50
const byTheCode =
  /(扫码|扫一扫|扫描|长按|识别)[^。]{0,12}(二维码|关注|公众号|图片)|二维码[^。]{0,6}关注/
const others =
  /(点击|戳)[^。]{0,12}(蓝字|上方|下方|名片|卡片)[^。]{0,12}(关注|订阅)|^[—\-↑↓▲▼👆👇☝\s]*(点击)?(关注我们|关注(本)?公众号|欢迎关注.{0,20}|星标.{0,12}|阅读原文|点?分享.{0,8}点?(收藏|点赞|在看).*|点(个)?(赞|在看).*|(往期|精彩|更多)(推荐|回顾|阅读|精彩|内容).{0,10}|喜欢(就|请|此|这).{0,20}|转发.{0,10}(朋友圈|更多人).*|扫码关注.*|预览时标签不可点|微信扫一扫.*|关注该公众号.*|the end|end|完)[—\-↑↓▲▼👆👇☝\s!！~～。]*$/iu

/** a code that readers need */
const usefulCode =
  /报名|登录|登陆|缴费|下载|填写|填报|进入|查询|参加|参与|学习|考试|观看|收看|预约|签到|入群|进群|加群|添加|咨询|办理|提交|反馈|问卷|直播|申请/

const asksToFollow = ({ words }: Line) =>
  words !== '' &&
  words.length <= longestLine &&
  !usefulCode.test(words) &&
  (byTheCode.test(words) || others.test(words))

/**
 * The article without the lines at its beginning and its end that ask to follow the account, and the codes beside them. In the middle of it
 * such words are the author's.
 */
function withoutFollowing(tokens: readonly HtmlToken[], body: Range) {
  const lines = linesOf(tokens, body)
  const gone = new Set<Line>()
  for (const line of lines) {
    if (asksToFollow(line)) gone.add(line)
    else if (line.words !== '' || line.pictures > 0) break
  }
  takeTail(lines, gone)
  const skipped = new Map([...gone].map(({ from, to }) => [from, to]))
  const kept: string[] = []
  for (let at = body.from + 1; at < body.to; at += 1) {
    const end = skipped.get(at)
    if (end !== undefined) at = end
    else kept.push(tokens[at]?.raw ?? '')
  }
  return { html: kept.join(''), left: gone.size }
}

function takeTail(lines: readonly Line[], gone: Set<Line>): void {
  /** pictures behind the last line that was taken: the code of a line that stands above it */
  let waiting: Line[] = []
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at]
    if (!line || gone.has(line)) return
    if (asksToFollow(line)) {
      for (const picture of waiting) gone.add(picture)
      waiting = []
      gone.add(line)
      // the code that the line speaks of may stand right above it
      const above = lines[at - 1]
      if (byTheCode.test(line.words) && above && above.words === '' && above.pictures === 1) {
        gone.add(above)
        at -= 1
      }
    } else if (line.words === '' && line.pictures <= 1) {
      if (line.pictures === 1) waiting.push(line)
    } else return
  }
}
