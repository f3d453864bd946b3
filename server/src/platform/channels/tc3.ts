import { createHash, createHmac } from 'node:crypto'

/** What is signed of a call to Tencent Cloud. */
export interface SignedCall {
  service: string
  host: string
  body: string
  at: Date
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

export const jsonType = 'application/json'

/** The Authorization of a POST to `/`: 签名方法 v3 (TC3-HMAC-SHA256) of the API's handbook. */
export function tc3Authorization(
  { secretId, secretKey }: { secretId: string; secretKey: string },
  { service, host, body, at }: SignedCall,
): string {
  const headers = { 'content-type': jsonType, host }
  const signedHeaders = Object.keys(headers).join(';')
  const canonical = [
    'POST',
    '/',
    '',
    ...Object.entries(headers).map(([name, value]) => `${name}:${value}`),
    '',
    signedHeaders,
    sha256(body),
  ].join('\n')
  // the day is UTC's, as the handbook has it
  const day = at.toISOString().slice(0, 10)
  const scope = `${day}/${service}/tc3_request`
  const seconds = Math.floor(at.getTime() / 1000)
  const toSign = ['TC3-HMAC-SHA256', seconds, scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), service), 'tc3_request')
  const signature = hmac(key, toSign).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
}
