import { readEnvGroup, readOrigin } from '../../env-group.ts'
import { StartError } from '../../errors.ts'

/** How Alipay is verified: by public key (公钥模式) or by certificates (公钥证书模式). */
export type AlipayTrust =
  | { mode: 'KEY'; publicKeyFile: string }
  | { mode: 'CERTIFICATES'; appCertFile: string; alipayCertFile: string; rootCertFile: string }

/** The settings hold the names of key files, never the keys (docs/payments.md). */
export interface AlipaySettings {
  appId: string
  /** The merchant's number at Alipay (PID), which owns the money. */
  sellerId: string
  privateKeyFile: string
  trust: AlipayTrust
  baseUrl: string
}

const names = {
  appId: 'ALIPAY_APP_ID',
  sellerId: 'ALIPAY_SELLER_ID',
  privateKeyFile: 'ALIPAY_PRIVATE_KEY_FILE',
} as const
const keyNames = { ...names, publicKeyFile: 'ALIPAY_PUBLIC_KEY_FILE' } as const
const certificateNames = {
  appCertFile: 'ALIPAY_APP_CERT_FILE',
  alipayCertFile: 'ALIPAY_CERT_FILE',
  rootCertFile: 'ALIPAY_ROOT_CERT_FILE',
} as const
export const alipayVariables: readonly string[] = [
  ...Object.values({ ...keyNames, ...certificateNames }),
  'ALIPAY_BASE_URL',
]
const shapes = { appId: /^\d{16}$/, sellerId: /^2088\d{12}$/ }
const officialUrl = 'https://openapi.alipay.com'

/** null when no Alipay variable is set. @throws StartError that names a missing or malformed variable. */
export function readAlipaySettings(from: NodeJS.ProcessEnv): AlipaySettings | null {
  const group = readMode(from)
  return (
    group && {
      ...group,
      baseUrl: readOrigin('ALIPAY_BASE_URL', from.ALIPAY_BASE_URL, officialUrl),
    }
  )
}

function readMode(from: NodeJS.ProcessEnv): Omit<AlipaySettings, 'baseUrl'> | null {
  const certificate = Object.values(certificateNames).find((name) => from[name])
  if (certificate && from.ALIPAY_PUBLIC_KEY_FILE)
    throw new StartError(
      `ALIPAY_PUBLIC_KEY_FILE and ${certificate} are both set: keep the first for key mode, the certificates for certificate mode`,
    )
  if (!certificate) {
    const group = readEnvGroup(from, { names: keyNames, shapes, of: 'Alipay' })
    if (!group) return null
    const { publicKeyFile, ...rest } = group
    return { ...rest, trust: { mode: 'KEY', publicKeyFile } }
  }
  const all = { ...names, ...certificateNames }
  const group = readEnvGroup(from, { names: all, shapes, of: 'Alipay' })
  if (!group) return null
  const { appCertFile, alipayCertFile, rootCertFile, ...rest } = group
  return { ...rest, trust: { mode: 'CERTIFICATES', appCertFile, alipayCertFile, rootCertFile } }
}
