import { type KeyObject, sign, verify } from 'node:crypto'

type Fields = Readonly<Record<string, string>>

/** The text that is signed: fields by name, as they are before any URL-encoding. */
export function canonicalText(fields: Fields): string {
  return Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
}

/** Of a request: every parameter that has a value, but the signature. RSA2: SHA256 with RSA, base64. */
export function signatureOf(parameters: Fields, privateKey: KeyObject): string {
  const given = Object.entries(parameters).filter(([name, value]) => value && name !== 'sign')
  const text = canonicalText(Object.fromEntries(given))
  return sign('sha256', Buffer.from(text), privateKey).toString('base64')
}

function isSigned(text: string, signature: string, publicKey: KeyObject): boolean {
  return verify('sha256', Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))
}

/**
 * Whether Alipay signed a part of its answer: the text as it was sent, or the same JSON with its slashes not escaped, as it has signed
 * in some years.
 * @param text the part as it was sent
 */
export function isSignedJson(text: string, signature: string, publicKey: KeyObject): boolean {
  if (isSigned(text, signature, publicKey)) return true
  return text.includes('\\/') && isSigned(text.replaceAll('\\/', '/'), signature, publicKey)
}

/**
 * The fields of a notification, form-encoded. Its signature covers all of them but itself and its kind, empty ones too.
 * @param keys those that Alipay may have signed it with
 * @throws Error unless it is Alipay's own and whole
 */
export function readSignedForm(body: Buffer, ...keys: KeyObject[]): Record<string, string> {
  const pairs = [...new URLSearchParams(body.toString())]
  const fields = Object.fromEntries(pairs)
  // which of two values would have been signed, and which would be read?
  if (Object.keys(fields).length !== pairs.length) throw new Error('a field stands there twice')
  const { sign: signature = '', sign_type: kind, ...signed } = fields
  if (kind !== 'RSA2') throw new Error('the message is not signed with RSA2')
  const text = canonicalText(signed)
  if (!keys.some((key) => isSigned(text, signature, key)))
    throw new Error('the signature of the message does not fit')
  // values in another one have been read wrongly; we ask for this one
  if (!/^utf-?8$/i.test(fields.charset ?? 'utf-8')) throw new Error('the message is not UTF-8')
  return fields
}
