/**
 * What a browser's error report may say. Pages apply these rules before they send, the server before it writes: messages and stacks quote whatever
 * a page was working on, and nothing of it may name a person, a row or a session.
 */

/** what stands in place of what was taken out */
const cut = '…'

/** bytes of a stack, letters of a message */
export const stackLimit = 2048
export const messageLimit = 300

/** `/assets/main-D3kf9s.js:1:20345`, with or without its origin: the only address whose figures and names stay readable */
const script =
  /(?:https?:\/\/[^\s/?#()]{1,200})?(\/[\w./@+-]{0,180}\.(?:m?js|tsx?|jsx))(?:[?#][^\s:()]*)?((?::\d{1,7}){0,2})(?![\w/])/g

/** full-width figures, letters and marks */
const fullWidth = /[\uff01-\uff5e]/g
const toAscii = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0)

/** What the rules take out, in this order. */
const secrets: readonly [pattern: RegExp, instead: string | ((found: string) => string)][] = [
  // JSON.parse quotes its text, whatever that holds
  [/(^|, )"[\s\S]{0,200}?" is not valid JSON/g, `$1${cut} is not valid JSON`],
  [/(Unexpected (?:identifier|string)) "[^"]*"/g, `$1 ${cut}`],
  [/data:[\w/+.-]{1,60}[;,][^\s"')]*/gi, 'data:'],
  [
    /(?:bearer\s+|(?:token|authorization|password|secret|signature|session)["']?\s*[:=]\s*["']?)[^\s"',;)}]+/gi,
    cut,
  ],
  // queries and fragments, of addresses with and without an origin
  [/[?#][^\s"'()<>]*/g, ''],
  [/[^\s"'()<>:;,@]{1,64}@[^\s"'()<>:;,@]{1,255}/g, cut],
  // letters of another script, as they are and as addresses and JSON write them
  [/(?:%[0-9a-f]{2}){2,}/gi, cut],
  [/(?:\\u[0-9a-f]{4})+/gi, cut],
  [
    /[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f](?:[·•]?[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f])*/g,
    cut,
  ],
  [/[\ud800-\udfff]+/g, cut],
  // ids of rows, tokens
  [/[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi, cut],
  [/[\w-]{20,}/g, (word) => (/\d/.test(word) ? cut : word)],
  // phones, ID and certificate numbers, also as people space them
  [/\p{Nd}(?:[ -]?\p{Nd}){5,}[xX]?/gu, cut],
]

function takeOut(text: string): string {
  let left = text
  for (const [pattern, instead] of secrets)
    left =
      typeof instead === 'string' ? left.replace(pattern, instead) : left.replace(pattern, instead)
  return left
}

/** A text without what may belong to a person. The places of our own scripts stay. */
export function redact(text: string): string {
  const plain = text.slice(0, 4 * stackLimit).replaceAll(fullWidth, toAscii)
  let done = ''
  let from = 0
  for (const found of plain.matchAll(script)) {
    const [whole, path = '', place = ''] = found
    done += takeOut(plain.slice(from, found.index)) + redactedPath(path) + place
    from = found.index + whole.length
  }
  return `${done}${takeOut(plain.slice(from))}`.replaceAll(/[^\S\n]+/g, ' ').trim()
}

/** A message in one line. */
export function redactMessage(text: string): string {
  return redact(text).replaceAll(/\s+/g, ' ').slice(0, messageLimit)
}

/** A stack of 2 KB at most, whole lines where it can be. */
export function redactStack(text: string): string {
  const clean = redact(text)
  if (byteLength(clean) <= stackLimit) return clean
  let kept = clean.slice(0, stackLimit)
  while (byteLength(kept) > stackLimit) kept = kept.slice(0, -1)
  const lineEnd = kept.lastIndexOf('\n')
  return lineEnd > 0 ? kept.slice(0, lineEnd) : kept
}

/** The path of a script file of ours; '' for anything else, as the address of a page is no source. */
export function redactSource(address: string): string {
  const [found] = address.slice(0, 1000).matchAll(script)
  return found?.[1] && found.index === 0 ? redactedPath(found[1]).slice(0, 200) : ''
}

/** A page's route as the router's table writes it, `/system/my-courses/:id`: what looks like a value in it becomes `:id`. */
export function redactRoute(route: string): string {
  const parts = (route.slice(0, 1000).split(/[?#]/)[0] ?? '').split('/').map((part) => {
    if (!/^(?::?[A-Za-z][\w-]{0,39}\??|\*|v?\d{1,2}|)$/.test(part)) return ':id'
    return takeOut(part) === part ? part : ':id'
  })
  return parts.join('/').slice(0, 200)
}

/** A name of a file may hold anything where somebody else chose it. */
function redactedPath(path: string): string {
  return path
    .split('/')
    .map((part) => (/\d{6,}/.test(part) || part.length > 80 ? cut : part))
    .join('/')
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
