import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { useFileOf } from '../../secret-file.ts'
import {
  type AlipayCertificates,
  certificateSn,
  certificatesIn,
  leafOf,
  requireTrusted,
  rootCertificateSn,
} from './certificates.ts'
import type { AlipaySettings, AlipayTrust } from './settings.ts'

export interface AlipayKeys {
  /** ours */
  privateKey: KeyObject
  /** Alipay's own: not that of our application, which its console shows beside it */
  publicKey: KeyObject
  /** null: key mode */
  certificates: AlipayCertificates | null
}

/** Reads the keys from their files. @throws StartError, one line that names the variable and never the content */
export async function loadAlipayKeys(settings: AlipaySettings): Promise<AlipayKeys> {
  const privateKey = await useFileOf(
    'ALIPAY_PRIVATE_KEY_FILE',
    settings.privateKeyFile,
    async (file) => readPrivateKey(await readFile(file, 'utf8')),
  )
  const { trust } = settings
  if (trust.mode === 'CERTIFICATES') {
    const certificates = await loadCertificates(trust, privateKey)
    return { privateKey, certificates, publicKey: certificates.alipay.publicKey }
  }
  const publicKey = await useFileOf('ALIPAY_PUBLIC_KEY_FILE', trust.publicKeyFile, async (file) => {
    const key = readPublicKey(await readFile(file, 'utf8'))
    if (createPublicKey(privateKey).equals(key))
      throw new Error('it is the public key of the application, not Alipay’s')
    return key
  })
  return { privateKey, publicKey, certificates: null }
}

/** The three files of certificate mode; that they fit together is seen here, that they are valid today by the self-check. */
async function loadCertificates(
  trust: AlipayTrust & { mode: 'CERTIFICATES' },
  privateKey: KeyObject,
): Promise<AlipayCertificates> {
  const app = await useFileOf('ALIPAY_APP_CERT_FILE', trust.appCertFile, async (file) => {
    const certificate = leafOf(certificatesIn(await readFile(file, 'utf8')))
    if (!certificate.publicKey.equals(createPublicKey(privateKey)))
      throw new Error('it does not belong to the key in ALIPAY_PRIVATE_KEY_FILE')
    return certificate
  })
  const roots = await useFileOf('ALIPAY_ROOT_CERT_FILE', trust.rootCertFile, async (file) => {
    const found = certificatesIn(await readFile(file, 'utf8'))
    // one that somebody else issued is no root: the file of another certificate, perhaps
    const roots = found.filter((one) => one.checkIssued(one))
    if (!rootCertificateSn(roots)) throw new Error('there is no RSA root certificate in it')
    return found
  })
  const alipay = await useFileOf('ALIPAY_CERT_FILE', trust.alipayCertFile, async (file) => {
    const chain = certificatesIn(await readFile(file, 'utf8'))
    const certificate = leafOf(chain)
    if (certificate.publicKey.equals(app.publicKey))
      throw new Error('it is the certificate of the application, not Alipay’s')
    requireTrusted(chain, roots, null)
    return certificate
  })
  return {
    appCertSn: certificateSn(app),
    rootCertSn: rootCertificateSn(roots),
    app,
    alipay,
    roots,
  }
}

/** PEM, or one line of base64 as Alipay's own key tool writes it: PKCS#8, or PKCS#1. */
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
