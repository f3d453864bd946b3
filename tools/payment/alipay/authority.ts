import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { join } from 'node:path'
import { issueCertificate, type Name } from '../certificate.ts'
import { kept, newPrivateKey } from '../kept-keys.ts'

const authority = (cn: string): Name => [
  ['C', 'CN'],
  ['O', 'Simulated Financial'],
  ['OU', 'Certification Authority'],
  ['CN', cn],
]
const [root, between, elliptic] = [
  'Simulated Root R1',
  'Simulated Class 2 R1',
  'Simulated Root E1',
].map(authority) as [Name, Name, Name]
const holder = (organisation: string): Name => [
  ['C', 'CN'],
  ['O', organisation],
  ['OU', 'Alipay'],
  ['CN', `${organisation}-2088000000000000`],
]
export const alipayName = '模拟支付宝'

/** A certificate that Alipay signs with. */
interface SigningCertificate {
  sn: string
  key: KeyObject
  /** with the one between it and the root */
  chain: string
}

/** Who certifies merchants and Alipay itself; the newest certificate signs. */
export interface Authority {
  appSn: string
  rootSn: string
  signing: SigningCertificate[]
  betweenKey: KeyObject
  between: string
  /** for the portal, in the place of the public key */
  env: Record<string, string>
}

export function openAuthority(folder: string, merchantKey: KeyObject): Authority {
  const rootKey = createPrivateKey(kept(join(folder, 'root-key.pem'), newPrivateKey))
  const betweenKey = createPrivateKey(kept(join(folder, 'between-key.pem'), newPrivateKey))
  const alipayKey = createPrivateKey(kept(join(folder, 'alipay-cert-key.pem'), newPrivateKey))
  const serial = (name: string) => kept(join(folder, `${name}-serial`), newSerial)
  const roots = kept(join(folder, 'alipayRootCert.crt'), () => rootsOf(rootKey, serial('root')))
  const at = new Date()
  const betweenPem = kept(join(folder, 'between.crt'), () =>
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
  kept(files.ALIPAY_APP_CERT_FILE, () => issue('示例协会', merchantKey, 'app'))
  const chain = kept(
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

/** The root that counts, and one signed in another way, which is in no number. */
function rootsOf(rootKey: KeyObject, serial: string): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const self = (subject: Name, key: KeyObject, of: KeyObject, number: string) =>
    issueCertificate({
      subject,
      publicKey: of,
      serial: number,
      issuer: subject,
      issuerKey: key,
      ca: true,
      at: new Date(),
    })
  return (
    self(elliptic, privateKey, publicKey, newSerial()) +
    self(root, rootKey, createPublicKey(rootKey), serial)
  )
}

/** From now on another certificate signs; `organisation`: of somebody else; `stranger`: nobody certified it. */
export function rotateCertificate(
  held: Authority,
  {
    organisation = alipayName,
    stranger = false,
    validMs,
  }: { organisation?: string; stranger?: boolean; validMs?: number },
): string {
  const key = createPrivateKey(newPrivateKey())
  const serial = newSerial()
  const pem = issueCertificate({
    subject: holder(organisation),
    publicKey: createPublicKey(key),
    serial,
    issuer: between,
    issuerKey: stranger ? createPrivateKey(newPrivateKey()) : held.betweenKey,
    at: new Date(),
    ...(validMs === undefined ? {} : { validMs }),
  })
  const sn = snOf(between, serial)
  held.signing.push({ sn, key, chain: `${pem}\n${held.between}` })
  return sn
}

/** As Alipay numbers certificates. */
function snOf(issuer: Name, serial: string): string {
  const name = issuer.map((part) => part.join('=')).reverse()
  return createHash('md5')
    .update(`${name.join(',')}${BigInt(`0x${serial}`)}`)
    .digest('hex')
}

/** positive, as a certificate's must be */
function newSerial(): string {
  return `5${randomBytes(12).toString('hex').slice(1)}`
}
