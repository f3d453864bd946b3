import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { kept, newPrivateKey } from '../kept-keys.ts'
import { type Authority, openAuthority } from './authority.ts'

export const appId = '2021000000000001'
export const sellerId = '2088000000000001'

/** Keys of both sides, made at the first start and kept in a folder: the merchant's half is configured in the portal. */
export interface AlipayKeys {
  merchantKey: KeyObject
  /** signs what we say */
  ourKey: KeyObject
  /** for merchants in certificate mode */
  authority: Authority
  /** for the portal: names of files, as an operator would set them */
  env: Record<string, string>
}

export function openAlipayKeys(folder: string): AlipayKeys {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const merchant = kept(join(folder, 'merchant-key.pem'), newPrivateKey)
  const ourKey = createPrivateKey(kept(join(folder, 'alipay-key.pem'), newPrivateKey))
  const ours = join(folder, 'alipay-public-key.pem')
  kept(ours, () => createPublicKey(ourKey).export({ type: 'spki', format: 'pem' }).toString())
  const merchantKey = createPublicKey(merchant)
  return {
    merchantKey,
    ourKey,
    authority: openAuthority(folder, merchantKey),
    env: {
      ALIPAY_APP_ID: appId,
      ALIPAY_SELLER_ID: sellerId,
      ALIPAY_PRIVATE_KEY_FILE: join(folder, 'merchant-key.pem'),
      ALIPAY_PUBLIC_KEY_FILE: ours,
    },
  }
}

/** RSA2; `forged`: by a stranger's key; `certified`: as merchants in certificate mode are answered. */
export function signedBy(
  { ourKey, authority }: AlipayKeys,
  text: string,
  { forged = false, certified = false } = {},
): string {
  const ours = certified ? (authority.signing.at(-1)?.key ?? ourKey) : ourKey
  const key = forged ? createPrivateKey(newPrivateKey()) : ours
  return sign('sha256', Buffer.from(text), key).toString('base64')
}

/** `a=1&b=2`, by name */
export function joined(pairs: [string, string][]): string {
  return [...pairs]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
}
