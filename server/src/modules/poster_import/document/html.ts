import sanitizeHtml from 'sanitize-html'

/** Everything passes: this only reads and rewrites; what may stay is decided by the poster module's cleaning. */
const keepAll: sanitizeHtml.IOptions = {
  allowedTags: false,
  allowedAttributes: false,
  allowVulnerableTags: true,
  allowedSchemesAppliedToAttributes: [],
}
/** the page around an article, and what never shows */
const frame = ['nav', 'footer', 'aside', 'script', 'style', 'noscript', 'template', 'title']

export interface HtmlDocument {
  title: string
  body: string
}

/** The article of a page: `<main>`, else `<article>`, else the body; its title from the first h1, else `<title>`. */
export function readHtmlDocument(text: string): HtmlDocument {
  let title = ''
  let heading = ''
  const whole = sanitizeHtml(text, {
    ...keepAll,
    exclusiveFilter: ({ tag, text }) => {
      if (tag === 'title') title ||= oneLine(text)
      const first = tag === 'h1' && !heading
      if (first) heading = oneLine(text)
      // the page shows the title itself
      return first || frame.includes(tag)
    },
  })
  // from here on every `<` begins a tag: text and attributes came out escaped
  const region = inside(whole, 'main') ?? inside(whole, 'article') ?? inside(whole, 'body') ?? whole
  return { title: heading || siteless(title), body: region.trim() }
}

function inside(html: string, tag: string): string | undefined {
  return new RegExp(`<${tag}(?: [^>]*)?>(.*)</${tag}>`, 's').exec(html)?.[1]
}

/** 「关于…的通知 - 某某协会」 → the first part; a page's title often ends in its site's name. */
function siteless(title: string): string {
  return title.split(/\s+[-–—|_]\s+/)[0] ?? title
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** The visible text, a line per block. */
export function plainText(html: string): string {
  const lines = html.replace(
    /<\/(?:p|div|h[1-6]|li|tr|blockquote|pre|section)>|<br\s*\/?>/gi,
    '$&\n',
  )
  return sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replaceAll('\u00a0', ' ')
    .trim()
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** of documents: noncharacters, which no text has, stand where a link's tags were */
const marks = /\ufdd0(\d+)\ufdd1|\ufdd2/g

interface LinkedText {
  text: string
  restore: (made: string) => string
  /** how many links to other sites were left out */
  left: number
}

/**
 * plainText with marks where links to elsewhere begin and end; `restore` makes them tags again in HTML made of it. Links
 * within the text itself are left out: who makes it anew makes its anchors. So are those to other sites that begin a line
 * with `structure` (a pattern): by such words its reader knows chapters and articles.
 */
export function linkedText(html: string, structure: string): LinkedText {
  const hrefs: string[] = []
  const marked = rewriteLinks(
    html.replace(/[\ufdd0-\ufdd2]/g, ''),
    (_, address) => address,
  ).replace(/<a (?:[^>]* )?href="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_, href: string, words: string) =>
    href.startsWith('#') ? words : `\ufdd0${hrefs.push(href) - 1}\ufdd1${words}\ufdd2`,
  )
  const tagOf = (_: string, index?: string) =>
    index === undefined ? '</a>' : `<a href="${hrefs[Number(index)]}">`
  let left = 0
  const leading = `^((?:#{1,6}|[-*+])?[ \\t\u3000]*)\ufdd0(\\d+)\ufdd1([ \\t\u3000]*(?:${structure})[^\ufdd2\\n]*)\ufdd2`
  const text = plainText(marked).replace(new RegExp(leading, 'gm'), (whole, ...found) => {
    const [mark, index, words] = found
    if (!/^https?:/i.test(hrefs[Number(index)] ?? '')) return whole
    left += 1
    return `${mark}${words}`
  })
  return { text, restore: (made) => made.replace(marks, tagOf), left }
}

/** Text of linkedText without its marks. */
export function withoutMarks(text: string): string {
  return text.replace(marks, '')
}

/** How many links of some HTML lead elsewhere. */
export function countLinks(html: string): number {
  return html.match(/<a\s(?:[^>]*\s)?href=["']?(?!["'#])/gi)?.length ?? 0
}

export type LinkKind = 'picture' | 'link'

/**
 * The same HTML with every picture's and link's address as `decide` says: a new one, the same, or null. `lazy`: what a script of the page
 * would have put in a picture's place once it is scrolled to. A picture
 * without an address goes, a link without one stays as text.
 */
export function rewriteLinks(
  html: string,
  decide: (kind: LinkKind, address: string, lazy?: string) => string | null,
): string {
  const rewritten = (kind: LinkKind, name: 'src' | 'href') => {
    return (tagName: string, attribs: sanitizeHtml.Attributes) => {
      const { [name]: written, 'data-src': lazy, srcset: _, ...others } = attribs
      const address = written ?? (kind === 'picture' ? lazy : undefined)
      const decided = address === undefined ? null : decide(kind, address, lazy)
      return { tagName, attribs: decided === null ? others : { ...others, [name]: decided } }
    }
  }
  return sanitizeHtml(html, {
    ...keepAll,
    transformTags: { img: rewritten('picture', 'src'), a: rewritten('link', 'href') },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  })
}
