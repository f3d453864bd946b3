import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { useFileOf } from '../../secret-file.ts'
import type { AlipaySettings } from './settings.ts'

export interface AlipayKeys {
  /** ours */
  privateKey: KeyObject
  /** Alipay's own: not that of our application, which its console shows beside it */
  publicKey: KeyObject
}

/** Reads the keys from their files. @throws StartError, one line that names the variable and never the content */
export async function loadAlipayKeys(settings: AlipaySettings): Promise<AlipayKeys> {
  const privateKey = await useFileOf(
    'ALIPAY_PRIVATE_KEY_FILE',
    settings.privateKeyFile,
    async (file) => readPrivateKey(await readFile(file, 'utf8')),
  )
  const publicKey = await useFileOf(
    'ALIPAY_PUBLIC_KEY_FILE',
    settings.publicKeyFile,
    async (file) => readPublicKey(await readFile(file, 'utf8')),
  )
  if (createPublicKey(privateKey).equals(publicKey))
    await useFileOf('ALIPAY_PUBLIC_KEY_FILE', settings.publicKeyFile, async () => {
      throw new Error('it is the public key of the application, not Alipay’s')
    })
  return { privateKey, publicKey }
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
