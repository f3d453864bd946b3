/** What a text mail of one part says (RFC 5322, 2045, 2047). */
export function readMail(lines: readonly string[]): { key: string; subject: string; text: string } {
  const end = lines.indexOf('')
  const headers = new Map<string, string>()
  for (const line of lines.slice(0, end).join('\n').replace(/\n\s+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  const body = lines.slice(end + 1).join('\r\n')
  const encoding = headers.get('content-transfer-encoding') ?? '7bit'
  return {
    key: /^<([^@>]*)/.exec(headers.get('message-id') ?? '')?.[1] ?? '',
    subject: readWords(headers.get('subject') ?? ''),
    text: decoded(body, encoding.toLowerCase()).replaceAll('\r\n', '\n'),
  }
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

/** Encoded words: a space between two of them is none. */
function readWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? decoded(word, 'base64') : quoted(word.replaceAll('_', ' ')),
    )
}
