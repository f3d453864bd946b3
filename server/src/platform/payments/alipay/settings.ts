import { readEnvGroup, readOrigin } from '../../env-group.ts'

/** Where Alipay's credentials lie; the keys themselves are only ever in files (docs/payments.md). */
export interface AlipaySettings {
  appId: string
  /** the merchant's number at Alipay (PID): whose the money is */
  sellerId: string
  /** ours: signs what we ask */
  privateKeyFile: string
  /** Alipay's: proves what it says */
  publicKeyFile: string
  baseUrl: string
}

const names = {
  appId: 'ALIPAY_APP_ID',
  sellerId: 'ALIPAY_SELLER_ID',
  privateKeyFile: 'ALIPAY_PRIVATE_KEY_FILE',
  publicKeyFile: 'ALIPAY_PUBLIC_KEY_FILE',
} as const
const shapes: Partial<Record<keyof typeof names, RegExp>> = {
  appId: /^\d{16}$/,
  sellerId: /^2088\d{12}$/,
}
const officialUrl = 'https://openapi.alipay.com'

/** All of the variables, or none: null. @throws StartError naming the one that is missing or malformed */
export function readAlipaySettings(from: NodeJS.ProcessEnv): AlipaySettings | null {
  const group = readEnvGroup(from, { names, shapes, of: 'Alipay' })
  return (
    group && {
      ...group,
      baseUrl: readOrigin('ALIPAY_BASE_URL', from.ALIPAY_BASE_URL, officialUrl),
    }
  )
}
