import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { join } from 'node:path'
import { type DistinguishedName, issueCertificate } from '../certificate.ts'
import { newRsaPrivateKey, readOrCreateFile } from '../kept-keys.ts'

const authority = (cn: string): DistinguishedName => [
  ['C', 'CN'],
  ['O', 'Simulated Financial'],
  ['OU', 'Certification Authority'],
  ['CN', cn],
]
const [root, between, elliptic] = ['Simulated Root R1', 'Simulated Class 2 R1', 'Simulated Root E1'].map(authority) as [
  DistinguishedName,
  DistinguishedName,
  DistinguishedName,
]
const holder = (organisation: string): DistinguishedName => [
  ['C', 'CN'],
  ['O', organisation],
  ['OU', 'Alipay'],
  ['CN', `${organisation}-2088000000000000`],
]
export const alipayName = '模拟支付宝'

interface SigningCertificate {
  sn: string
  key: KeyObject
  /** The certificate followed by its intermediate certificate. */
  chain: string
}

/** A certificate authority for merchants and Alipay; the newest certificate signs. */
export interface CertificateAuthority {
  appSn: string
  rootSn: string
  signing: SigningCertificate[]
  betweenKey: KeyObject
  between: string
  /** Environment settings that the portal needs for certificate mode. */
  env: Record<string, string>
}

export function openCertificateAuthority(folder: string, merchantKey: KeyObject): CertificateAuthority {
  const rootKey = createPrivateKey(readOrCreateFile(join(folder, 'root-key.pem'), newRsaPrivateKey))
  const betweenKey = createPrivateKey(readOrCreateFile(join(folder, 'between-key.pem'), newRsaPrivateKey))
  const alipayKey = createPrivateKey(readOrCreateFile(join(folder, 'alipay-cert-key.pem'), newRsaPrivateKey))
  const serial = (name: string) => readOrCreateFile(join(folder, `${name}-serial`), newSerial)
  const roots = readOrCreateFile(join(folder, 'alipayRootCert.crt'), () => rootsOf(rootKey, serial('root')))
  const at = new Date()
  const betweenPem = readOrCreateFile(join(folder, 'between.crt'), () =>
    issueCertificate({
      subject: between,
      publicKey: createPublicKey(betweenKey),
      serial: serial('between'),
      issuer: root,
      issuerKey: rootKey,
      ca: true,
      at,
    }),
  )
  const issue = (organisation: string, publicKey: KeyObject, name: string) =>
    issueCertificate({
      subject: holder(organisation),
      publicKey,
      serial: serial(name),
      issuer: between,
      issuerKey: betweenKey,
      at,
    })
  const files = {
    ALIPAY_APP_CERT_FILE: join(folder, 'appCertPublicKey.crt'),
    ALIPAY_CERT_FILE: join(folder, 'alipayCertPublicKey_RSA2.crt'),
    ALIPAY_ROOT_CERT_FILE: join(folder, 'alipayRootCert.crt'),
  }
  readOrCreateFile(files.ALIPAY_APP_CERT_FILE, () => issue('示例协会', merchantKey, 'app'))
  const chain = readOrCreateFile(
    files.ALIPAY_CERT_FILE,
    () => issue(alipayName, createPublicKey(alipayKey), 'alipay') + betweenPem,
  )
  if (!roots.includes('BEGIN')) throw new Error('no root certificate')
  return {
    appSn: snOf(between, serial('app')),
    rootSn: snOf(root, serial('root')),
    signing: [{ sn: snOf(between, serial('alipay')), key: alipayKey, chain }],
    betweenKey,
    between: betweenPem,
    env: files,
  }
}

/** The valid root certificate, and one that the computation of certificate numbers ignores. */
function rootsOf(rootKey: KeyObject, serial: string): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const self = (subject: DistinguishedName, key: KeyObject, of: KeyObject, number: string) =>
    issueCertificate({
      subject,
      publicKey: of,
      serial: number,
      issuer: subject,
      issuerKey: key,
      ca: true,
      at: new Date(),
    })
  return self(elliptic, privateKey, publicKey, newSerial()) + self(root, rootKey, createPublicKey(rootKey), serial)
}

/** Signs with another certificate from now on; with `stranger`, the authority has not signed this certificate. */
export function rotateAlipayCertificate(
  held: CertificateAuthority,
  {
    organisation = alipayName,
    stranger = false,
    validMs,
  }: { organisation?: string; stranger?: boolean; validMs?: number },
): string {
  const key = createPrivateKey(newRsaPrivateKey())
  const serial = newSerial()
  const pem = issueCertificate({
    subject: holder(organisation),
    publicKey: createPublicKey(key),
    serial,
    issuer: between,
    issuerKey: stranger ? createPrivateKey(newRsaPrivateKey()) : held.betweenKey,
    at: new Date(),
    ...(validMs === undefined ? {} : { validMs }),
  })
  const sn = snOf(between, serial)
  held.signing.push({ sn, key, chain: `${pem}\n${held.between}` })
  return sn
}

/** Computes the number (SN) of a certificate as Alipay does. */
function snOf(issuer: DistinguishedName, serial: string): string {
  const name = issuer.map((part) => part.join('=')).reverse()
  return createHash('md5')
    .update(`${name.join(',')}${BigInt(`0x${serial}`)}`)
    .digest('hex')
}

function newSerial(): string {
  return `5${randomBytes(12).toString('hex').slice(1)}`
}
