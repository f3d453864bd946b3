import { createHash, type KeyObject, X509Certificate } from 'node:crypto'

/** a file of certificates has a chain, or a handful of roots */
const mostCertificates = 20
const longestChain = 5
/** 1.2.840.113549.1.1.x: signed by RSA */
const rsaSignatures = '1.2.840.113549.1.1.'

/** The certificates of a PEM text; such as cannot be read here – of other kinds of keys – are passed over. @throws Error when there is none */
export function certificatesIn(text: string): X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const found = blocks.slice(0, mostCertificates).flatMap((pem) => {
    try {
      return [new X509Certificate(pem)]
    } catch {
      return []
    }
  })
  if (found.length === 0) throw new Error('there is no certificate in it')
  return found
}

/** What Alipay calls the number of a certificate: MD5 of its issuer's name (RFC 2253, the last part first) and its serial in decimal. */
export function certificateSn({ issuer, serialNumber }: X509Certificate): string {
  const name = (issuer ?? '').split('\n').reverse().join(',')
  const text = name + BigInt(`0x${serialNumber}`).toString()
  return createHash('md5').update(text).digest('hex')
}

/** The numbers of the roots that are signed by RSA, joined. */
export function rootCertificateSn(roots: readonly X509Certificate[]): string {
  return roots
    .filter(({ signatureAlgorithmOid }) => signatureAlgorithmOid?.startsWith(rsaSignatures))
    .map(certificateSn)
    .join('_')
}

/** The one of a chain that issued none of the others. @throws Error when there is none */
export function leafOf(chain: readonly X509Certificate[]): X509Certificate {
  const leaf = chain.find((one) => !chain.some((other) => other !== one && isIssuedBy(other, one)))
  if (!leaf) throw new Error('it is a circle of certificates')
  return leaf
}

/**
 * That a chain leads to one of our roots. @param at when all of it must be valid; null: that is asked elsewhere
 * @throws Error
 */
export function requireTrusted(
  chain: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  at: Date | null,
): void {
  let current = leafOf(chain)
  for (let depth = 0; depth < longestChain; depth += 1) {
    if (at && !isValid(current, at)) throw new Error('a certificate of the chain is not valid now')
    const root = roots.find((one) => isIssuedBy(current, one))
    if (root && at && !isValid(root, at)) throw new Error('the root certificate is not valid now')
    if (root) return
    const issuer = chain.find((one) => one !== current && one.ca && isIssuedBy(current, one))
    if (!issuer) break
    current = issuer
  }
  throw new Error('it does not lead to one of the root certificates')
}

/** The organisation that a certificate is of: O of its subject. */
export function organisationOf({ subject }: X509Certificate): string {
  return (subject ?? '').split('\n').find((part) => part.startsWith('O=')) ?? ''
}

export function isValid({ validFromDate, validToDate }: X509Certificate, at: Date): boolean {
  return at >= validFromDate && at <= validToDate
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  } catch {
    // a kind of key that is not known here issued none of ours
    return false
  }
}

/** What certificate mode needs to know. */
export interface AlipayCertificates {
  appCertSn: string
  rootCertSn: string
  app: X509Certificate
  /** Alipay's own, as it was configured */
  alipay: X509Certificate
  roots: readonly X509Certificate[]
}

/** no more certificates of Alipay's are kept than it may use at once */
const mostKept = 4
/** whoever names unknown certificates makes us ask no oftener than this, ms */
const askAgainMs = 10_000

/** Who names a certificate. Anybody can send a notice: what strangers name must not keep us from learning what an answer names. */
type Source = 'ANSWER' | 'NOTICE'

/**
 * The certificates that Alipay signs with, by number. It changes them: one that is not known is fetched, and believed when its chain
 * leads to our roots and it is of the same organisation – the same authority also certifies every merchant.
 */
export class KnownCertificates {
  readonly #ours: AlipayCertificates
  readonly #fetch: (sn: string) => Promise<string>
  readonly #known = new Map<string, X509Certificate>()
  readonly #askedAt: Record<Source, number> = { ANSWER: -askAgainMs, NOTICE: -askAgainMs }
  #asking: { sn: string; answer: Promise<X509Certificate> } | null = null

  /** @param fetch the PEM text of a certificate, by its number */
  constructor(ours: AlipayCertificates, fetch: (sn: string) => Promise<string>) {
    this.#ours = ours
    this.#fetch = fetch
    this.#known.set(certificateSn(ours.alipay), ours.alipay)
  }

  get all(): readonly X509Certificate[] {
    return [...this.#known.values()]
  }

  /** @param sn null: the message does not say which. @throws Error when it is not one of Alipay's, or is not valid now */
  async keyOf(sn: string | null, now: Date, from: Source = 'ANSWER'): Promise<KeyObject> {
    const known = sn === null ? this.all.at(-1) : this.#known.get(sn)
    const certificate = known ?? (await this.#fetchOnce(sn ?? '', now, from))
    if (!isValid(certificate, now)) throw new Error('the certificate of Alipay is not valid now')
    return certificate.publicKey
  }

  /** Of several answers that name a new certificate at once the first has it fetched. */
  #fetchOnce(sn: string, now: Date, from: Source): Promise<X509Certificate> {
    if (this.#asking?.sn === sn) return this.#asking.answer
    const answer = this.#fetchTrusted(sn, now, from)
    this.#asking = { sn, answer }
    const forget = () => {
      if (this.#asking?.answer === answer) this.#asking = null
    }
    answer.then(forget, forget)
    return answer
  }

  async #fetchTrusted(sn: string, now: Date, from: Source): Promise<X509Certificate> {
    const at = performance.now()
    if (!/^[0-9a-f]{32}$/.test(sn) || at - this.#askedAt[from] < askAgainMs)
      throw new Error('the certificate that it is signed with is not known')
    this.#askedAt[from] = at
    const certificate = this.trusted(await this.#fetch(sn), sn, now)
    if (this.#known.size >= mostKept) this.#known.delete([...this.#known.keys()][1] ?? '')
    this.#known.set(sn, certificate)
    return certificate
  }

  /** A certificate of Alipay's by its text. @throws Error unless it is proven */
  trusted(text: string, sn: string, now: Date): X509Certificate {
    const { roots, alipay, app } = this.#ours
    const chain = certificatesIn(text)
    requireTrusted(chain, roots, now)
    const leaf = leafOf(chain)
    if (certificateSn(leaf) !== sn) throw new Error('it is another certificate than was asked for')
    if (organisationOf(leaf) !== organisationOf(alipay) || leaf.publicKey.equals(app.publicKey))
      throw new Error('it is a certificate of somebody else than Alipay')
    return leaf
  }
}
