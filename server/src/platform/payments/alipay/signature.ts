import { type KeyObject, sign, verify } from 'node:crypto'

type Fields = Readonly<Record<string, string>>

export function buildCanonicalText(fields: Fields): string {
  return Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
}

/** RSA2 is SHA256 with RSA in base64. */
export function signParameters(parameters: Fields, privateKey: KeyObject): string {
  const given = Object.entries(parameters).filter(([name, value]) => value && name !== 'sign')
  const text = buildCanonicalText(Object.fromEntries(given))
  return sign('sha256', Buffer.from(text), privateKey).toString('base64')
}

function isSigned(text: string, signature: string, publicKey: KeyObject): boolean {
  return verify('sha256', Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))
}

/** In some years Alipay did not escape slashes, so both forms count. @param text the part as it was sent */
export function verifySignedJson(text: string, signature: string, publicKey: KeyObject): boolean {
  if (isSigned(text, signature, publicKey)) return true
  return text.includes('\\/') && isSigned(text.replaceAll('\\/', '/'), signature, publicKey)
}

/** @param keys possible keys of Alipay @throws Error when the signature is invalid. */
export function readSignedForm(body: Buffer, ...keys: KeyObject[]): Record<string, string> {
  const pairs = [...new URLSearchParams(body.toString())]
  const fields = Object.fromEntries(pairs)
  // If a field were repeated, the signed value and the value we read could differ.
  if (Object.keys(fields).length !== pairs.length) throw new Error('a field stands there twice')
  const { sign: signature = '', sign_type: kind, ...signed } = fields
  if (kind !== 'RSA2') throw new Error('the message is not signed with RSA2')
  const text = buildCanonicalText(signed)
  if (!keys.some((key) => isSigned(text, signature, key))) throw new Error('the signature of the message does not fit')
  // We ask for UTF-8; another encoding would be misread.
  if (!/^utf-?8$/i.test(fields.charset ?? 'utf-8')) throw new Error('the message is not UTF-8')
  return fields
}
