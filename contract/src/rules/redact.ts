/** Error reports may quote page data, so pages redact them before sending and the server before writing. */

const cut = '…'

/** Maximum bytes of a stack trace in an error report. */
export const maxStackBytes = 2048
export const maxErrorMessageLength = 300

/** Script positions such as `/assets/main-D3kf9s.js:1:20345` stay readable. */
const script =
  /(?:https?:\/\/[^\s/?#()]{1,200})?(\/[\w./@+-]{0,180}\.(?:m?js|tsx?|jsx))(?:[?#][^\s:()]*)?((?::\d{1,7}){0,2})(?![\w/])/g

const fullWidth = /[\uff01-\uff5e]/g
const toAscii = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0)

const secrets: readonly [pattern: RegExp, instead: string | ((found: string) => string)][] = [
  // JSON.parse quotes its input in the error message, so the quotation is removed.
  [/(^|, )"[\s\S]{0,200}?" is not valid JSON/g, `$1${cut} is not valid JSON`],
  [/(Unexpected (?:identifier|string)) "[^"]*"/g, `$1 ${cut}`],
  [/data:[\w/+.-]{1,60}[;,][^\s"')]*/gi, 'data:'],
  [/(?:bearer\s+|(?:token|authorization|password|secret|signature|session)["']?\s*[:=]\s*["']?)[^\s"',;)}]+/gi, cut],
  [/[?#][^\s"'()<>]*/g, ''],
  [/[^\s"'()<>:;,@]{1,64}@[^\s"'()<>:;,@]{1,255}/g, cut],
  // Text in non-Latin scripts is removed, also when encoded as in addresses and JSON.
  [/(?:%[0-9a-f]{2}){2,}/gi, cut],
  [/(?:\\u[0-9a-f]{4})+/gi, cut],
  [
    /[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f](?:[·•]?[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f])*/g,
    cut,
  ],
  [/[\ud800-\udfff]+/g, cut],
  [/[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi, cut],
  [/[\w-]{20,}/g, (word) => (/\d/.test(word) ? cut : word)],
  // Phone, id and certificate numbers, also with spaces.
  [/\p{Nd}(?:[ -]?\p{Nd}){5,}[xX]?/gu, cut],
]

function takeOut(text: string): string {
  let left = text
  for (const [pattern, instead] of secrets)
    left = typeof instead === 'string' ? left.replace(pattern, instead) : left.replace(pattern, instead)
  return left
}

/** Removes what may be personal data from an error text. Positions in our own scripts stay in the text. */
export function redactText(text: string): string {
  const plain = text.slice(0, 4 * maxStackBytes).replaceAll(fullWidth, toAscii)
  let done = ''
  let from = 0
  for (const found of plain.matchAll(script)) {
    const [whole, path = '', place = ''] = found
    done += takeOut(plain.slice(from, found.index)) + redactedPath(path) + place
    from = found.index + whole.length
  }
  return `${done}${takeOut(plain.slice(from))}`.replaceAll(/[^\S\n]+/g, ' ').trim()
}

export function redactMessage(text: string): string {
  return redactText(text).replaceAll(/\s+/g, ' ').slice(0, maxErrorMessageLength)
}

export function redactStack(text: string): string {
  const clean = redactText(text)
  if (byteLength(clean) <= maxStackBytes) return clean
  let kept = clean.slice(0, maxStackBytes)
  while (byteLength(kept) > maxStackBytes) kept = kept.slice(0, -1)
  const lineEnd = kept.lastIndexOf('\n')
  return lineEnd > 0 ? kept.slice(0, lineEnd) : kept
}

/** Returns the path of our own script; '' for a page, because a page is not the source of an error. */
export function redactSource(address: string): string {
  const [found] = address.slice(0, 1000).matchAll(script)
  return found?.[1] && found.index === 0 ? redactedPath(found[1]).slice(0, 200) : ''
}

export function redactRoute(route: string): string {
  const parts = (route.slice(0, 1000).split(/[?#]/)[0] ?? '').split('/').map((part) => {
    if (!/^(?::?[A-Za-z][\w-]{0,39}\??|\*|v?\d{1,2}|)$/.test(part)) return ':id'
    return takeOut(part) === part ? part : ':id'
  })
  return parts.join('/').slice(0, 200)
}

/** Replaces path parts that look like uploaded file names, which may contain personal data. */
function redactedPath(path: string): string {
  return path
    .split('/')
    .map((part) => (/\d{6,}/.test(part) || part.length > 80 ? cut : part))
    .join('/')
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
