import { readEnvGroup, readOrigin } from '../../env-group.ts'
import { StartError } from '../../start-error.ts'

/** Whom we believe to be Alipay: by its public key (公钥模式), or by certificates (公钥证书模式). */
export type AlipayTrust =
  | { mode: 'KEY'; publicKeyFile: string }
  | { mode: 'CERTIFICATES'; appCertFile: string; alipayCertFile: string; rootCertFile: string }

/** Where Alipay's credentials lie; the keys themselves are only ever in files (docs/payments.md). */
export interface AlipaySettings {
  appId: string
  /** the merchant's number at Alipay (PID): whose the money is */
  sellerId: string
  /** ours: signs what we ask */
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
/** every variable that is read here */
export const alipayVariables: readonly string[] = [
  ...Object.values({ ...keyNames, ...certificateNames }),
  'ALIPAY_BASE_URL',
]
const shapes = { appId: /^\d{16}$/, sellerId: /^2088\d{12}$/ }
const officialUrl = 'https://openapi.alipay.com'

/** All of the variables of one mode, or none: null. @throws StartError naming the one that is missing or malformed */
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
