export interface MailAttachment {
  name: string
  content: string
}

/** Parses a text mail with attachments (RFC 5322, 2045–2047). */
export function parseMail(lines: readonly string[]): {
  key: string
  subject: string
  text: string
  attachments: MailAttachment[]
} {
  const { headers, body } = readPart(lines)
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary ? partsOf(body, boundary).map(readPart) : [{ headers, body }]
  const [text, ...others] = parts
  return {
    key: /^<([^@>]*)/.exec(headers.get('message-id') ?? '')?.[1] ?? '',
    subject: readWords(headers.get('subject') ?? ''),
    text: text ? textOf(text) : '',
    attachments: others.map((part) => ({
      name: nameOf(part.headers),
      content: part.body.join(''),
    })),
  }
}

interface Part {
  headers: ReadonlyMap<string, string>
  body: string[]
}

function readPart(lines: readonly string[]): Part {
  const end = lines.indexOf('')
  const headers = new Map<string, string>()
  for (const line of lines.slice(0, end).join('\n').replace(/\n\s+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return { headers, body: lines.slice(end + 1) }
}

function partsOf(lines: readonly string[], boundary: string): string[][] {
  const parts: string[][] = []
  for (const line of lines) {
    if (line === `--${boundary}--`) break
    if (line === `--${boundary}`) parts.push([])
    else parts.at(-1)?.push(line)
  }
  return parts
}

function textOf({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding') ?? '7bit'
  return decoded(body.join('\r\n'), encoding.toLowerCase()).replaceAll('\r\n', '\n')
}

/** Reads an attachment's name, plain or encoded (RFC 2231). */
function nameOf(headers: ReadonlyMap<string, string>): string {
  const said = headers.get('content-disposition') ?? ''
  const pieces = [...said.matchAll(/filename\*(?:\d+\*?)?=(?:utf-8'')?([^;\s]+)/gi)]
  if (pieces.length > 0) return decodeURIComponent(pieces.map(([, piece]) => piece).join(''))
  return readWords(/filename="?([^";]+)/.exec(said)?.[1] ?? '')
}

function decoded(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString()
  if (encoding === 'quoted-printable') return quoted(text.replace(/=\r\n/g, ''))
  return Buffer.from(text, 'latin1').toString()
}

function quoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** Decodes encoded words; a space between two of them is dropped. */
function readWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? decoded(word, 'base64') : quoted(word.replaceAll('_', ' ')),
    )
}
