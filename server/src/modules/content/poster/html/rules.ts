import type { CleaningFinding } from './writer.ts'

/** `div` only separates blocks, and `renderStructuredHtml` removes it. */
export const allowedHtmlTags = [
  ...['p', 'h2', 'h3', 'h4', 'blockquote', 'ul', 'ol', 'li', 'hr', 'pre', 'div'],
  ...['strong', 'em', 'u', 's', 'sub', 'sup', 'a', 'br', 'code', 'img'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['figure', 'figcaption', 'video', 'source', 'track'],
] as const

const kept: ReadonlySet<string> = new Set(allowedHtmlTags)

/** The page title is the only h1, so headings of the text start at h2. */
const renamed: Readonly<Record<string, string>> = {
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  ins: 'u',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  ...Object.fromEntries(
    [
      ...['section', 'article', 'header', 'footer', 'main', 'aside', 'nav', 'address', 'center'],
      ...['dl', 'dt', 'dd', 'details', 'summary', 'fieldset', 'legend', 'hgroup', 'listing'],
    ].map((name) => [name, 'div']),
  ),
}

/** Removing these tags is reported to the author. */
const reported: Readonly<Record<string, CleaningFinding>> = {
  ...all('script', ['script']),
  ...all('embedded', ['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'portal']),
  ...all('drawing', ['svg', 'math', 'canvas']),
  ...all('form', ['form', 'input', 'button', 'select', 'option', 'optgroup', 'textarea', 'label']),
  ...all('style', ['style', 'link', 'font', 'big', 'small', 'marquee', 'blink']),
  ...all('media', ['audio']),
}

/** Removing these tags is not reported to the author. */
const silent = new Set([
  ...['span', 'html', 'body', 'head', 'meta', 'title', 'wbr', 'abbr', 'cite', 'q', 'dfn', 'var'],
  ...['time', 'mark', 'bdi', 'bdo', 'noscript', 'picture', 'acronym', 'data', 'nobr'],
])

/** These tags are removed together with their content. */
export const tagsRemovedWithContent = [
  ...['script', 'style', 'textarea', 'option', 'select', 'xmp', 'title', 'iframe', 'frameset'],
  ...['object', 'applet', 'noembed', 'noframes', 'noscript', 'plaintext', 'svg', 'math', 'canvas'],
  ...['template', 'audio'],
]

export const voidTags: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'col', 'source', 'track'])

export function tagRule(name: string): { name: string | null; finding?: CleaningFinding } {
  if (kept.has(name)) return { name }
  if (Object.hasOwn(renamed, name)) return { name: renamed[name] ?? null }
  if (Object.hasOwn(reported, name)) return { name: null, finding: reported[name] ?? 'tag' }
  if (silent.has(name)) return { name: null }
  return { name: null, finding: name.includes(':') ? 'office' : 'tag' }
}

function all(finding: CleaningFinding, names: string[]): Record<string, CleaningFinding> {
  return Object.fromEntries(names.map((name) => [name, finding]))
}
