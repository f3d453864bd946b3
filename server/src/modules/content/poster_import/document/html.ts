import sanitizeHtml from 'sanitize-html'

/** Nothing is removed here, because the poster module sanitises later. */
const keepAll: sanitizeHtml.IOptions = {
  allowedTags: false,
  allowedAttributes: false,
  allowVulnerableTags: true,
  allowedSchemesAppliedToAttributes: [],
}
const frame = ['nav', 'footer', 'aside', 'script', 'style', 'noscript', 'template', 'title']

export interface HtmlDocument {
  title: string
  body: string
}

/** Takes the content of `<main>`, `<article>` or the body. */
export function parseHtmlDocument(text: string): HtmlDocument {
  let title = ''
  let heading = ''
  const whole = sanitizeHtml(text, {
    ...keepAll,
    exclusiveFilter: ({ tag, text }) => {
      if (tag === 'title') title ||= oneLine(text)
      const first = tag === 'h1' && !heading
      if (first) heading = oneLine(text)
      return first || frame.includes(tag)
    },
  })
  // All text is escaped, so every `<` begins a tag.
  const region = inside(whole, 'main') ?? inside(whole, 'article') ?? inside(whole, 'body') ?? whole
  return { title: heading || siteless(title), body: region.trim() }
}

function inside(html: string, tag: string): string | undefined {
  return new RegExp(`<${tag}(?: [^>]*)?>(.*)</${tag}>`, 's').exec(html)?.[1]
}

/** Removes a site name at the end of a title: 「关于…的通知 - 某某协会」. */
function siteless(title: string): string {
  return title.split(/\s+[-–—|_]\s+/)[0] ?? title
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

export function visibleTextOf(html: string): string {
  const lines = html.replace(/<\/(?:p|div|h[1-6]|li|tr|blockquote|pre|section)>|<br\s*\/?>/gi, '$&\n')
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

/** Noncharacters, which no text contains, mark links in plain text. */
const marks = /\ufdd0(\d+)\ufdd1|\ufdd2/g

interface LinkedText {
  text: string
  restore: (made: string) => string
  left: number
}

/** `restore` turns the marks into tags. Internal links and links at the start of a `structure` line are left out. */
export function toMarkedText(html: string, structure: string): LinkedText {
  const hrefs: string[] = []
  const marked = rewriteAddresses(html.replace(/[\ufdd0-\ufdd2]/g, ''), (_, address) => address).replace(
    /<a (?:[^>]* )?href="([^"]*)"[^>]*>(.*?)<\/a>/gs,
    (_, href: string, words: string) =>
      href.startsWith('#') ? words : `\ufdd0${hrefs.push(href) - 1}\ufdd1${words}\ufdd2`,
  )
  const tagOf = (_: string, index?: string) => (index === undefined ? '</a>' : `<a href="${hrefs[Number(index)]}">`)
  let left = 0
  const leading = `^((?:#{1,6}|[-*+])?[ \\t\u3000]*)\ufdd0(\\d+)\ufdd1([ \\t\u3000]*(?:${structure})[^\ufdd2\\n]*)\ufdd2`
  const text = visibleTextOf(marked).replace(new RegExp(leading, 'gm'), (whole, ...found) => {
    const [mark, index, words] = found
    if (!/^https?:/i.test(hrefs[Number(index)] ?? '')) return whole
    left += 1
    return `${mark}${words}`
  })
  return { text, restore: (made) => made.replace(marks, tagOf), left }
}

export function removeLinkMarks(text: string): string {
  return text.replace(marks, '')
}

export function countExternalLinks(html: string): number {
  return html.match(/<a\s(?:[^>]*\s)?href=["']?(?!["'#])/gi)?.length ?? 0
}

export type AddressKind = 'picture' | 'link'

/**
 * `decide` returns the new address; null removes the picture, or removes the link and keeps its text. `lazy` is the
 * address that a script would load.
 */
export function rewriteAddresses(
  html: string,
  decide: (kind: AddressKind, address: string, lazy?: string) => string | null,
): string {
  const rewritten = (kind: AddressKind, name: 'src' | 'href') => {
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
