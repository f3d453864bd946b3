import { type KeyObject, sign } from 'node:crypto'

/** A distinguished name, beginning with the country. */
export type DistinguishedName = readonly (readonly [attribute: 'C' | 'O' | 'OU' | 'CN', value: string])[]

const attributeOids = { C: '550406', O: '55040a', OU: '55040b', CN: '550403' } as const
const year = 365 * 86_400_000

/** Creates a certificate in PEM, because node:crypto cannot do this. */
export function issueCertificate(wish: {
  subject: DistinguishedName
  publicKey: KeyObject
  serial: string
  issuer: DistinguishedName
  issuerKey: KeyObject
  ca?: boolean
  at: Date
  /** Validity of the certificate in ms. */
  validMs?: number
}): string {
  const { subject, publicKey, serial, issuer, issuerKey, ca = false, at } = wish
  const algorithm = signatureAlgorithm(issuerKey)
  const until = new Date(at.getTime() + (wish.validMs ?? 100 * year))
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from(serial, 'hex')),
    algorithm,
    nameOf(issuer),
    sequence(time(new Date(at.getTime() - year)), time(until)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(ca ? [mayIssue] : []),
  )
  const signature = sign('sha256', body, issuerKey)
  const der = sequence(body, algorithm, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

/** The algorithm is SHA-256 with RSA or ECDSA. */
function signatureAlgorithm({ asymmetricKeyType }: KeyObject): Buffer {
  return asymmetricKeyType === 'ec' ? sequence(oid('2a8648ce3d040302')) : sequence(oid('2a864886f70d01010b'), tlv(0x05))
}

function nameOf(name: DistinguishedName): Buffer {
  return sequence(
    ...name.map(([attribute, value]) =>
      tlv(0x31, sequence(oid(attributeOids[attribute]), tlv(0x0c, Buffer.from(value)))),
    ),
  )
}

function tlv(tag: number, content: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

function lengthOf(length: number): Buffer {
  if (length < 128) return Buffer.from([length])
  const hex = length.toString(16)
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

const sequence = (...parts: Buffer[]) => tlv(0x30, Buffer.concat(parts))
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'))
/** Encodes a time as ASN.1 generalized time, to the second. */
const time = (at: Date) => tlv(0x18, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`))
/** The basicConstraints extension of a certificate authority. */
const mayIssue = tlv(
  0xa3,
  sequence(
    sequence(oid('551d13'), tlv(0x01, Buffer.from([0xff])), tlv(0x04, sequence(tlv(0x01, Buffer.from([0xff]))))),
  ),
)
