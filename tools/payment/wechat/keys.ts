import { createCipheriv, createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type DistinguishedName, issueCertificate } from '../certificate.ts'
import { newRsaPrivateKey, readOrCreateFile } from '../kept-keys.ts'

export const simulatedMchid = '1900000001'
export const simulatedAppid = 'wxsimulated0000001'
/** App id of the same merchant's official account. */
export const simulatedAccountAppid = 'wxsimulated0000002'

/** A key of WeChat; the newest key signs. */
interface PlatformKey {
  serial: string
  certificate: string
  privateKey: KeyObject
}

/** Keys of the portal and of WeChat, created at the simulator's first start. */
export interface SimulatedWechatKeys {
  merchantKey: KeyObject
  merchantSerial: string
  platform: PlatformKey[]
  apiV3Key: string
  accountSecret: string
  /** Environment settings for the portal, as an operator would write them. */
  env: Record<string, string>
}

export function openSimulatedWechatKeys(folder: string): SimulatedWechatKeys {
  mkdirSync(join(folder, 'platform'), { recursive: true, mode: 0o700 })
  const merchant = readOrCreateFile(join(folder, 'merchant-key.pem'), newRsaPrivateKey)
  const apiV3Key = readOrCreateFile(join(folder, 'api-v3.key'), () => randomBytes(16).toString('hex'))
  const accountSecret = readOrCreateFile(join(folder, 'account-secret'), () => randomBytes(16).toString('hex'))
  const platformKey = createPrivateKey(readOrCreateFile(join(folder, 'platform-key.pem'), newRsaPrivateKey))
  const serial = readOrCreateFile(join(folder, 'platform-serial'), newSerial)
  const certificate = readOrCreateFile(join(folder, 'platform', `${serial}.pem`), () => certify(platformKey, serial))
  const merchantSerial = readOrCreateFile(join(folder, 'merchant-serial'), newSerial)
  return {
    merchantKey: createPublicKey(merchant),
    merchantSerial,
    platform: [{ serial, certificate, privateKey: platformKey }],
    apiV3Key,
    accountSecret,
    env: {
      WECHAT_MCHID: simulatedMchid,
      WECHAT_APPID: simulatedAppid,
      WECHAT_SERIAL: merchantSerial,
      WECHAT_PRIVATE_KEY_FILE: join(folder, 'merchant-key.pem'),
      WECHAT_API_V3_KEY_FILE: join(folder, 'api-v3.key'),
      WECHAT_PLATFORM_KEYS: join(folder, 'platform'),
      WECHAT_H5: '1',
      WECHAT_OA_APPID: simulatedAccountAppid,
      WECHAT_OA_SECRET_FILE: join(folder, 'account-secret'),
    },
  }
}

/** Creates a new platform key; merchants get its certificate only from /v3/certificates. */
export function rotateWechatPlatformKey(keys: SimulatedWechatKeys): string {
  const privateKey = createPrivateKey(newRsaPrivateKey())
  const serial = newSerial()
  keys.platform.push({ serial, privateKey, certificate: certify(privateKey, serial) })
  return serial
}

/** Signs a body with WeChat's platform key; `forged` uses a key of somebody else. */
export function signAsWechat(
  keys: SimulatedWechatKeys,
  body: string,
  at: Date,
  forged = false,
): Record<string, string> {
  const newest = keys.platform.at(-1)
  if (!newest) throw new Error('no platform key')
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const nonce = randomBytes(16).toString('hex')
  const text = Buffer.from(`${timestamp}\n${nonce}\n${body}\n`)
  const key = forged ? createPrivateKey(newRsaPrivateKey()) : newest.privateKey
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': newest.serial,
    'wechatpay-signature': sign('sha256', text, key).toString('base64'),
  }
}

/** Encrypts with AEAD_AES_256_GCM; ciphertext and tag are joined. */
export function encryptWechatResource(apiV3Key: string, text: string, associatedData: string) {
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
  const subject: DistinguishedName = [['CN', 'WeChat Pay simulator']]
  const self = { subject, issuer: subject, issuerKey: privateKey }
  return issueCertificate({
    ...self,
    publicKey: createPublicKey(privateKey),
    serial,
    at: new Date(),
  })
}

function newSerial(): string {
  return `5${randomBytes(20).toString('hex').slice(1)}`.toUpperCase()
}
