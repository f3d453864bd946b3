/** In sanitised HTML tags are balanced and values contain no angle brackets. */
export type CleanHtmlToken =
  | { kind: 'open'; name: string; attributes: string }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

const piece = /<(\/?)([a-z][a-z0-9]*)((?: [^<>]*)?)>|([^<]+)/g

export function* tokenizeCleanHtml(html: string): Generator<CleanHtmlToken> {
  for (const [, slash, name = '', rest = '', text] of html.matchAll(piece)) {
    if (text !== undefined) yield { kind: 'text', text }
    else if (slash) yield { kind: 'close', name }
    else yield { kind: 'open', name, attributes: rest.replace(/\s*\/?$/, '') }
  }
}

/** The sanitiser escapes only these four characters. */
export function unescapeHtml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

/** Returns the value of an attribute, which is still escaped. */
export function attributeOf(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1]
}
