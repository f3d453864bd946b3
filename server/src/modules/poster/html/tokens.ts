/** What the sanitiser wrote, piece by piece. Its attribute values hold no angle brackets and its tags balance. */
export type Token =
  | { kind: 'open'; name: string; attributes: string }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

const piece = /<(\/?)([a-z][a-z0-9]*)((?: [^<>]*)?)>|([^<]+)/g

/** The pieces in order. */
export function* tokensOf(html: string): Generator<Token> {
  for (const [, slash, name = '', rest = '', text] of html.matchAll(piece)) {
    if (text !== undefined) yield { kind: 'text', text }
    else if (slash) yield { kind: 'close', name }
    else yield { kind: 'open', name, attributes: rest.replace(/\s*\/?$/, '') }
  }
}

/** Text as it reads: the sanitiser escapes these four and nothing else. */
export function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** The value of an attribute in a tag's text; still escaped. */
export function attributeOf(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1]
}
