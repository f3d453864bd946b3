import { type KeyObject, sign } from 'node:crypto'

/** A self-signed certificate in DER, for node:crypto reads such and makes none: only what the simulator needs. */
export function selfSigned(
  pair: { publicKey: KeyObject; privateKey: KeyObject },
  serial: string,
  name: string,
  at: Date,
): string {
  const sha256Rsa = sequence(oid('2a864886f70d01010b'), tlv(0x05))
  const named = sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(name)))))
  const year = 365 * 86_400_000
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from(serial, 'hex')),
    sha256Rsa,
    named,
    sequence(time(new Date(at.getTime() - year)), time(new Date(at.getTime() + 5 * year))),
    named,
    pair.publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', body, pair.privateKey)
  const der = sequence(body, sha256Rsa, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
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
/** generalized time, to the second */
const time = (at: Date) =>
  tlv(0x18, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`))
