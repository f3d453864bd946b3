import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { newRsaPrivateKey, readOrCreateFile } from '../kept-keys.ts'
import { type CertificateAuthority, openCertificateAuthority } from './authority.ts'

export const simulatedAppId = '2021000000000001'
export const simulatedSellerId = '2088000000000001'

/** Keys of the portal and of Alipay, created at the simulator's first start. */
export interface SimulatedAlipayKeys {
  merchantKey: KeyObject
  /** The private key that signs Alipay's messages. */
  ourKey: KeyObject
  authority: CertificateAuthority
  /** Environment settings for the portal, as an operator would write them. */
  env: Record<string, string>
}

export function openSimulatedAlipayKeys(folder: string): SimulatedAlipayKeys {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const merchant = readOrCreateFile(join(folder, 'merchant-key.pem'), newRsaPrivateKey)
  const ourKey = createPrivateKey(readOrCreateFile(join(folder, 'alipay-key.pem'), newRsaPrivateKey))
  const ours = join(folder, 'alipay-public-key.pem')
  readOrCreateFile(ours, () => createPublicKey(ourKey).export({ type: 'spki', format: 'pem' }).toString())
  const merchantKey = createPublicKey(merchant)
  return {
    merchantKey,
    ourKey,
    authority: openCertificateAuthority(folder, merchantKey),
    env: {
      ALIPAY_APP_ID: simulatedAppId,
      ALIPAY_SELLER_ID: simulatedSellerId,
      ALIPAY_PRIVATE_KEY_FILE: join(folder, 'merchant-key.pem'),
      ALIPAY_PUBLIC_KEY_FILE: ours,
    },
  }
}

/** Signs with RSA2; `forged` uses a stranger's key. */
export function signAsAlipay(
  { ourKey, authority }: SimulatedAlipayKeys,
  text: string,
  { forged = false, certified = false } = {},
): string {
  const ours = certified ? (authority.signing.at(-1)?.key ?? ourKey) : ourKey
  const key = forged ? createPrivateKey(newRsaPrivateKey()) : ours
  return sign('sha256', Buffer.from(text), key).toString('base64')
}

/** Joins fields as `a=1&b=2`, sorted by name. */
export function joinSortedPairs(pairs: [string, string][]): string {
  return [...pairs]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
}
