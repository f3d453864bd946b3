import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { withFileOfVariable } from '../../secret-file.ts'
import {
  type AlipayCertificates,
  computeCertificateSn,
  computeRootCertificateSn,
  findLeafCertificate,
  parseCertificates,
  requireTrustedChain,
} from './certificates.ts'
import type { AlipaySettings, AlipayTrust } from './settings.ts'

export interface AlipayKeys {
  privateKey: KeyObject
  /** Alipay's public key. The public key of our own application would not work here. */
  publicKey: KeyObject
  /** null when public keys are used instead of certificates. */
  certificates: AlipayCertificates | null
}

/** @throws StartError in one line with the variable and never the content. */
export async function loadAlipayKeys(settings: AlipaySettings): Promise<AlipayKeys> {
  const privateKey = await withFileOfVariable('ALIPAY_PRIVATE_KEY_FILE', settings.privateKeyFile, async (file) =>
    readPrivateKey(await readFile(file, 'utf8')),
  )
  const { trust } = settings
  if (trust.mode === 'CERTIFICATES') {
    const certificates = await loadCertificates(trust, privateKey)
    return { privateKey, certificates, publicKey: certificates.alipay.publicKey }
  }
  const publicKey = await withFileOfVariable('ALIPAY_PUBLIC_KEY_FILE', trust.publicKeyFile, async (file) => {
    const key = readPublicKey(await readFile(file, 'utf8'))
    if (createPublicKey(privateKey).equals(key))
      throw new Error('it is the public key of the application, not Alipay’s')
    return key
  })
  return { privateKey, publicKey, certificates: null }
}

/** The self-check tests whether the certificates are valid today. */
async function loadCertificates(
  trust: AlipayTrust & { mode: 'CERTIFICATES' },
  privateKey: KeyObject,
): Promise<AlipayCertificates> {
  const app = await withFileOfVariable('ALIPAY_APP_CERT_FILE', trust.appCertFile, async (file) => {
    const certificate = findLeafCertificate(parseCertificates(await readFile(file, 'utf8')))
    if (!certificate.publicKey.equals(createPublicKey(privateKey)))
      throw new Error('it does not belong to the key in ALIPAY_PRIVATE_KEY_FILE')
    return certificate
  })
  const roots = await withFileOfVariable('ALIPAY_ROOT_CERT_FILE', trust.rootCertFile, async (file) => {
    const found = parseCertificates(await readFile(file, 'utf8'))
    // A certificate that another authority issued is no root; it may be the wrong file.
    const roots = found.filter((one) => one.checkIssued(one))
    if (!computeRootCertificateSn(roots)) throw new Error('there is no RSA root certificate in it')
    return found
  })
  const alipay = await withFileOfVariable('ALIPAY_CERT_FILE', trust.alipayCertFile, async (file) => {
    const chain = parseCertificates(await readFile(file, 'utf8'))
    const certificate = findLeafCertificate(chain)
    if (certificate.publicKey.equals(app.publicKey))
      throw new Error('it is the certificate of the application, not Alipay’s')
    requireTrustedChain(chain, roots, null)
    return certificate
  })
  return {
    appCertSn: computeCertificateSn(app),
    rootCertSn: computeRootCertificateSn(roots),
    app,
    alipay,
    roots,
  }
}

/** Alipay's key tool writes one line of base64 instead of PEM. */
function readPrivateKey(text: string): KeyObject {
  if (text.includes('-----BEGIN')) return rsa(createPrivateKey(text))
  const key = bytesOf(text)
  try {
    return rsa(createPrivateKey({ key, format: 'der', type: 'pkcs8' }))
  } catch {
    return rsa(createPrivateKey({ key, format: 'der', type: 'pkcs1' }))
  }
}

function readPublicKey(text: string): KeyObject {
  if (text.includes('-----BEGIN PUBLIC KEY')) return rsa(createPublicKey(text))
  return rsa(createPublicKey({ key: bytesOf(text), format: 'der', type: 'spki' }))
}

function bytesOf(text: string): Buffer {
  const base64 = text.trim()
  if (!/^[A-Za-z0-9+/]{200,}={0,2}$/.test(base64))
    throw new Error('it must hold one key, as PEM or as a line of base64')
  return Buffer.from(base64, 'base64')
}

function rsa(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'rsa') throw new Error('it is not an RSA key')
  return key
}
