import { decodeMarkerText, type HtmlToken, tokenizeHtml } from '@ce/contract/html-tokens'

export interface TokenRange {
  from: number
  to: number
}

export function visibleTextInRange(tokens: readonly HtmlToken[], { from, to }: TokenRange): string {
  const texts = tokens.slice(from + 1, to).filter(({ kind }) => kind === 'text')
  return decodeMarkerText(texts.map(({ raw }) => raw).join(''))
    .replace(/\s+/g, ' ')
    .trim()
}

const blocks = new Set(
  'p,section,div,h1,h2,h3,h4,h5,h6,ul,ol,blockquote,figure,table,pre,mp-common-profile,mpvoice,mp-common-mpaudio'.split(
    ',',
  ),
)

interface Line extends TokenRange {
  words: string
  pictures: number
}

function linesOf(tokens: readonly HtmlToken[], { from, to }: TokenRange): Line[] {
  const lines: Line[] = []
  const opensBlock = ({ kind, name, match }: HtmlToken) => kind === 'open' && match >= 0 && blocks.has(name)
  /** The next block after each position, computed once for speed. */
  const next = new Int32Array(to + 1).fill(to)
  for (let at = to - 1; at > from; at -= 1) {
    const token = tokens[at]
    next[at] = token && opensBlock(token) ? at : (next[at + 1] ?? to)
  }
  for (let at = from + 1; at < to; at += 1) {
    const token = tokens[at]
    if (token?.kind === 'text' && /\S/.test(decodeMarkerText(token.raw)))
      lines.push({ from: at, to: at, words: decodeMarkerText(token.raw).trim(), pictures: 0 })
    if (token?.kind === 'open' && token.name === 'img') lines.push({ from: at, to: at, words: '', pictures: 1 })
    if (!token || !opensBlock(token) || (next[at + 1] ?? to) < token.match) continue
    const range = { from: at, to: token.match }
    const inside = tokens.slice(at + 1, token.match)
    const pictures = inside.filter(({ kind, name }) => kind === 'open' && name === 'img').length
    lines.push({ ...range, words: visibleTextInRange(tokens, range), pictures })
    at = token.match
  }
  return lines
}

/** Longer lines are real content, even if they contain promotional words. */
const longestLine = 50
const byTheCode = /(扫码|扫一扫|扫描|长按|识别)[^。]{0,12}(二维码|关注|公众号|图片)|二维码[^。]{0,6}关注/
const others =
  /(点击|戳)[^。]{0,12}(蓝字|上方|下方|名片|卡片)[^。]{0,12}(关注|订阅)|^[—\-↑↓▲▼👆👇☝\s]*(点击)?(关注我们|关注(本)?公众号|欢迎关注.{0,20}|星标.{0,12}|阅读原文|点?分享.{0,8}点?(收藏|点赞|在看).*|点(个)?(赞|在看).*|(往期|精彩|更多)(推荐|回顾|阅读|精彩|内容).{0,10}|喜欢(就|请|此|这).{0,20}|转发.{0,10}(朋友圈|更多人).*|扫码关注.*|预览时标签不可点|微信扫一扫.*|关注该公众号.*|the end|end|完)[—\-↑↓▲▼👆👇☝\s!！~～。]*$/iu

const usefulCode =
  /报名|登录|登陆|缴费|下载|填写|填报|进入|查询|参加|参与|学习|考试|观看|收看|预约|签到|入群|进群|加群|添加|咨询|办理|提交|反馈|问卷|直播|申请/

const asksToFollow = ({ words }: Line) =>
  words !== '' &&
  words.length <= longestLine &&
  !usefulCode.test(words) &&
  (byTheCode.test(words) || others.test(words))

/** Promotional lines that ask readers to follow an account. */
export interface PromotionalLines {
  words: string[]
  html: string
}

/** Searches for promotional lines only at the start and the end of a text. */
export function findPromotionalLines(html: string): PromotionalLines | null {
  const tokens = tokenizeHtml(html)
  const lines = linesOf(tokens, { from: -1, to: tokens.length })
  const gone = new Set<Line>()
  for (const line of lines) {
    if (asksToFollow(line)) gone.add(line)
    else if (line.words !== '' || line.pictures > 0) break
  }
  takeTail(lines, gone)
  // If nothing else would remain, the promotional lines are the content.
  if (gone.size === 0 || lines.every((line) => gone.has(line) || isEmpty(line))) return null
  const skipped = new Map([...gone].map(({ from, to }) => [from, to]))
  const kept: string[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const end = skipped.get(at)
    if (end !== undefined) at = end
    else kept.push(tokens[at]?.raw ?? '')
  }
  const words = lines.flatMap((line) => (gone.has(line) ? [line.words || '图片'] : []))
  return { words, html: kept.join('') }
}

const isOrnament = ({ words, pictures }: Line) => pictures <= 1 && /^[—\-↑↓▲▼👆👇☝·•…~～*=_\s]*$/u.test(words)

const isEmpty = ({ words, pictures }: Line) => words === '' && pictures === 0

function takeTail(lines: readonly Line[], gone: Set<Line>): void {
  /** Pictures that may be the QR code of a promotional line above. */
  let waiting: Line[] = []
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at]
    if (!line || gone.has(line)) return
    if (asksToFollow(line)) {
      for (const picture of waiting) gone.add(picture)
      waiting = []
      gone.add(line)
      const above = lines[at - 1]
      if (byTheCode.test(line.words) && above && above.words === '' && above.pictures === 1) {
        gone.add(above)
        at -= 1
      }
    } else if (isOrnament(line)) {
      if (!isEmpty(line)) waiting.push(line)
    } else return
  }
}
