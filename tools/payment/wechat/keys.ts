import {
  createCipheriv,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { issueCertificate, type Name } from '../certificate.ts'
import { kept, newPrivateKey } from '../kept-keys.ts'

export const mchid = '1900000001'
export const appid = 'wxsimulated0000001'
/** the official account's, bound to the same merchant */
export const accountAppid = 'wxsimulated0000002'

/** One key the platform signs with; the newest signs. */
interface PlatformKey {
  serial: string
  certificate: string
  privateKey: KeyObject
}

/** Keys of both sides, made at the first start and kept in a folder: the merchant's half is configured in the portal. */
export interface SimulatorKeys {
  merchantKey: KeyObject
  merchantSerial: string
  platform: PlatformKey[]
  apiV3Key: string
  /** of the official account */
  accountSecret: string
  /** for the portal: names of files, as an operator would set them */
  env: Record<string, string>
}

export function openKeys(folder: string): SimulatorKeys {
  mkdirSync(join(folder, 'platform'), { recursive: true, mode: 0o700 })
  const merchant = kept(join(folder, 'merchant-key.pem'), newPrivateKey)
  const apiV3Key = kept(join(folder, 'api-v3.key'), () => randomBytes(16).toString('hex'))
  const accountSecret = kept(join(folder, 'account-secret'), () => randomBytes(16).toString('hex'))
  const platformKey = createPrivateKey(kept(join(folder, 'platform-key.pem'), newPrivateKey))
  const serial = kept(join(folder, 'platform-serial'), newSerial)
  const certificate = kept(join(folder, 'platform', `${serial}.pem`), () =>
    certify(platformKey, serial),
  )
  const merchantSerial = kept(join(folder, 'merchant-serial'), newSerial)
  return {
    merchantKey: createPublicKey(merchant),
    merchantSerial,
    platform: [{ serial, certificate, privateKey: platformKey }],
    apiV3Key,
    accountSecret,
    env: {
      WECHAT_MCHID: mchid,
      WECHAT_APPID: appid,
      WECHAT_SERIAL: merchantSerial,
      WECHAT_PRIVATE_KEY_FILE: join(folder, 'merchant-key.pem'),
      WECHAT_API_V3_KEY_FILE: join(folder, 'api-v3.key'),
      WECHAT_PLATFORM_KEYS: join(folder, 'platform'),
      WECHAT_H5: '1',
      WECHAT_OA_APPID: accountAppid,
      WECHAT_OA_SECRET_FILE: join(folder, 'account-secret'),
    },
  }
}

/** A new key signs from now on; its certificate is only to be had at /v3/certificates. */
export function rotate(keys: SimulatorKeys): string {
  const privateKey = createPrivateKey(newPrivateKey())
  const serial = newSerial()
  keys.platform.push({ serial, privateKey, certificate: certify(privateKey, serial) })
  return serial
}

/** Headers over a body, as the platform sends them; `forged`: by a stranger's key under the platform's serial. */
export function signed(
  keys: SimulatorKeys,
  body: string,
  at: Date,
  forged = false,
): Record<string, string> {
  const newest = keys.platform.at(-1)
  if (!newest) throw new Error('no platform key')
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const nonce = randomBytes(16).toString('hex')
  const text = Buffer.from(`${timestamp}\n${nonce}\n${body}\n`)
  const key = forged ? createPrivateKey(newPrivateKey()) : newest.privateKey
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': newest.serial,
    'wechatpay-signature': sign('sha256', text, key).toString('base64'),
  }
}

/** AEAD_AES_256_GCM: ciphertext and tag in one. */
export function seal(apiV3Key: string, text: string, associatedData: string) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce))
  cipher.setAAD(Buffer.from(associatedData))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: body.toString('base64'),
    nonce,
    associated_data: associatedData,
  }
}

function certify(privateKey: KeyObject, serial: string): string {
  const subject: Name = [['CN', 'WeChat Pay simulator']]
  const self = { subject, issuer: subject, issuerKey: privateKey }
  return issueCertificate({
    ...self,
    publicKey: createPublicKey(privateKey),
    serial,
    at: new Date(),
  })
}

/** positive, as a certificate's must be */
function newSerial(): string {
  return `5${randomBytes(20).toString('hex').slice(1)}`.toUpperCase()
}
