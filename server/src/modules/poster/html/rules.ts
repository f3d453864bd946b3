import type { Finding } from './findings.ts'

/** The only tags that leave the cleaner; `div` is a mere boundary and goes in arrange.ts. */
export const keptTags = [
  ...['p', 'h2', 'h3', 'h4', 'blockquote', 'ul', 'ol', 'li', 'hr', 'pre', 'div'],
  ...['strong', 'em', 'u', 's', 'sub', 'sup', 'a', 'br', 'code', 'img'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['figure', 'figcaption', 'video', 'source', 'track'],
] as const

const kept: ReadonlySet<string> = new Set(keptTags)

/** Old or equal tags, under the name we keep. A page has one h1, its title: the text's first level is h2. */
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

/** Tags that go with a word about it. Any other unknown tag is "unsupported". */
const reported: Readonly<Record<string, Finding>> = {
  ...all('script', ['script']),
  ...all('embedded', ['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'portal']),
  ...all('drawing', ['svg', 'math', 'canvas']),
  ...all('form', ['form', 'input', 'button', 'select', 'option', 'optgroup', 'textarea', 'label']),
  ...all('style', ['style', 'link', 'font', 'big', 'small', 'marquee', 'blink']),
  ...all('media', ['audio']),
}

/** Wrappers and a document's own frame: nothing is lost with them. */
const silent = new Set([
  ...['span', 'html', 'body', 'head', 'meta', 'title', 'wbr', 'abbr', 'cite', 'q', 'dfn', 'var'],
  ...['time', 'mark', 'bdi', 'bdo', 'noscript', 'picture', 'acronym', 'data', 'nobr'],
])

/** What lies between these is no text of the item. */
export const textlessTags = [
  ...['script', 'style', 'textarea', 'option', 'select', 'xmp', 'title', 'iframe', 'frameset'],
  ...['object', 'applet', 'noembed', 'noframes', 'noscript', 'plaintext', 'svg', 'math', 'canvas'],
  ...['template', 'audio'],
]

export const voidTags: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'col', 'source', 'track'])

/** A tag's kept name, or null and perhaps what to say about it. */
export function tagRule(name: string): { name: string | null; finding?: Finding } {
  if (kept.has(name)) return { name }
  if (Object.hasOwn(renamed, name)) return { name: renamed[name] ?? null }
  if (Object.hasOwn(reported, name)) return { name: null, finding: reported[name] ?? 'tag' }
  if (silent.has(name)) return { name: null }
  // <o:p>, <w:sdt>, <v:shape>, <st1:date>, <?xml:namespace>
  return { name: null, finding: name.includes(':') ? 'office' : 'tag' }
}

function all(finding: Finding, names: string[]): Record<string, Finding> {
  return Object.fromEntries(names.map((name) => [name, finding]))
}
