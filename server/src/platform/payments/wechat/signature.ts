import { createDecipheriv, createPrivateKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { SignatureFault } from '../channel-check.ts'
import type { PlatformKeys } from './platform-keys.ts'

/** Seconds. Older messages are refused as replays. */
const windowSeconds = 300
const tagBytes = 16

export interface WechatMerchant {
  mchid: string
  serial: string
  privateKey: KeyObject
}

/** @param target path and query of the request line */
export function computeWechatAuthorization(
  merchant: WechatMerchant,
  request: { method: string; target: string; body: string; at: Date },
): string {
  const timestamp = Math.floor(request.at.getTime() / 1000)
  const nonce = randomBytes(16).toString('hex')
  const text = `${request.method}\n${request.target}\n${timestamp}\n${nonce}\n${request.body}\n`
  const signature = sign('sha256', Buffer.from(text), merchant.privateKey).toString('base64')
  const fields = {
    mchid: merchant.mchid,
    nonce_str: nonce,
    signature,
    timestamp,
    serial_no: merchant.serial,
  }
  const words = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${words.join(',')}`
}

/** @throws SignatureFault unless the message is from the channel, unchanged and fresh. */
export async function requireChannelSignature(
  keys: PlatformKeys,
  message: { headers: (name: string) => string | null | undefined; body: Buffer; now: Date },
): Promise<void> {
  const { headers, body, now } = message
  const timestamp = headers('wechatpay-timestamp') ?? ''
  const nonce = headers('wechatpay-nonce') ?? ''
  const signature = headers('wechatpay-signature') ?? ''
  const serial = headers('wechatpay-serial') ?? ''
  if (!timestamp || !nonce || !signature || !serial) throw new SignatureFault('MISSING', 'the message is not signed')
  const age = now.getTime() / 1000 - Number(timestamp)
  if (!(Math.abs(age) <= windowSeconds)) throw new SignatureFault('STALE', 'the message is not fresh')
  const key = await keys.find(serial, now)
  if (!key) throw new SignatureFault('UNKNOWN_KEY', `the message is signed with the unknown key ${serial.slice(0, 60)}`)
  const text = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')])
  if (!verify('sha256', text, key, Buffer.from(signature, 'base64')))
    throw new SignatureFault('WRONG', 'the signature of the message does not fit')
}

export interface EncryptedResource {
  ciphertext: string
  nonce: string
  associated_data?: string | null | undefined
}

/** Decrypts AEAD_AES_256_GCM; the last 16 bytes are the tag. @throws Error when anything was changed. */
export function decryptResource(apiV3Key: Buffer, sealed: EncryptedResource): string {
  const bytes = Buffer.from(sealed.ciphertext, 'base64')
  if (bytes.length < tagBytes) throw new Error('the sealed part is too short')
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, Buffer.from(sealed.nonce), {
    authTagLength: tagBytes,
  })
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  decipher.setAAD(Buffer.from(sealed.associated_data ?? ''))
  return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString()
}

/** @throws Error when the text is no RSA key. */
export function parseRsaPrivateKey(pem: string): KeyObject {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'rsa') throw new Error('it is not an RSA key')
  return key
}
