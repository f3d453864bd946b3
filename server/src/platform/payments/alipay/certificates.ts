import { createHash, type KeyObject, X509Certificate } from 'node:crypto'

const mostCertificates = 20
const longestChain = 5
/** OIDs 1.2.840.113549.1.1.x mean signed with RSA. */
const rsaSignatures = '1.2.840.113549.1.1.'

/** Certificates with unsupported keys are skipped. @throws Error when none is left. */
export function parseCertificates(text: string): X509Certificate[] {
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

/**
 * Alipay's number of a certificate is the MD5 of the issuer's name (RFC 2253, last part first) and the decimal serial.
 */
export function computeCertificateSn({ issuer, serialNumber }: X509Certificate): string {
  const name = (issuer ?? '').split('\n').reverse().join(',')
  const text = name + BigInt(`0x${serialNumber}`).toString()
  return createHash('md5').update(text).digest('hex')
}

export function computeRootCertificateSn(roots: readonly X509Certificate[]): string {
  return roots
    .filter(({ signatureAlgorithmOid }) => signatureAlgorithmOid?.startsWith(rsaSignatures))
    .map(computeCertificateSn)
    .join('_')
}

/** @throws Error when the certificates of the chain form a circle. */
export function findLeafCertificate(chain: readonly X509Certificate[]): X509Certificate {
  const leaf = chain.find((one) => !chain.some((other) => other !== one && isIssuedBy(other, one)))
  if (!leaf) throw new Error('it is a circle of certificates')
  return leaf
}

/** @param at time when all certificates must be valid; null when the caller checks the time @throws Error. */
export function requireTrustedChain(
  chain: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  at: Date | null,
): void {
  let current = findLeafCertificate(chain)
  for (let depth = 0; depth < longestChain; depth += 1) {
    if (at && !isCertificateValid(current, at)) throw new Error('a certificate of the chain is not valid now')
    const root = roots.find((one) => isIssuedBy(current, one))
    if (root && at && !isCertificateValid(root, at)) throw new Error('the root certificate is not valid now')
    if (root) return
    const issuer = chain.find((one) => one !== current && one.ca && isIssuedBy(current, one))
    if (!issuer) break
    current = issuer
  }
  throw new Error('it does not lead to one of the root certificates')
}

export function certificateOrganisationOf({ subject }: X509Certificate): string {
  return (subject ?? '').split('\n').find((part) => part.startsWith('O=')) ?? ''
}

export function isCertificateValid({ validFromDate, validToDate }: X509Certificate, at: Date): boolean {
  return at >= validFromDate && at <= validToDate
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  } catch {
    // A certificate with an unsupported key has issued none of ours.
    return false
  }
}

export interface AlipayCertificates {
  appCertSn: string
  rootCertSn: string
  app: X509Certificate
  alipay: X509Certificate
  roots: readonly X509Certificate[]
}

/** Alipay does not use more than four certificates at the same time. */
const mostKept = 4
/** Milliseconds between two downloads of certificates, so that strangers cannot cause many. */
const askAgainMs = 10_000

/**
 * Where an unknown certificate number comes from. Anybody can send a notification (NOTICE), so downloads for
 * notifications are limited separately.
 */
type Source = 'ANSWER' | 'NOTICE'

/**
 * A new certificate must lead to our roots and name the same organisation, because the authority also certifies
 * merchants.
 */
export class KnownCertificates {
  readonly #ours: AlipayCertificates
  readonly #fetch: (sn: string) => Promise<string>
  readonly #known = new Map<string, X509Certificate>()
  readonly #askedAt: Record<Source, number> = { ANSWER: -askAgainMs, NOTICE: -askAgainMs }
  #asking: { sn: string; answer: Promise<X509Certificate> } | null = null

  constructor(ours: AlipayCertificates, fetch: (sn: string) => Promise<string>) {
    this.#ours = ours
    this.#fetch = fetch
    this.#known.set(computeCertificateSn(ours.alipay), ours.alipay)
  }

  get all(): readonly X509Certificate[] {
    return [...this.#known.values()]
  }

  /**
   * Returns the key of a certificate of Alipay. @param sn null when the message names no certificate @throws Error when
   * it is not Alipay's or not valid now.
   */
  async keyOf(sn: string | null, now: Date, from: Source = 'ANSWER'): Promise<KeyObject> {
    const known = sn === null ? this.all.at(-1) : this.#known.get(sn)
    const certificate = known ?? (await this.#fetchOnce(sn ?? '', now, from))
    if (!isCertificateValid(certificate, now)) throw new Error('the certificate of Alipay is not valid now')
    return certificate.publicKey
  }

  /** Several responses with the same new certificate share one download. */
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

  /** @throws Error when the certificate is not trusted. */
  trusted(text: string, sn: string, now: Date): X509Certificate {
    const { roots, alipay, app } = this.#ours
    const chain = parseCertificates(text)
    requireTrustedChain(chain, roots, now)
    const leaf = findLeafCertificate(chain)
    if (computeCertificateSn(leaf) !== sn) throw new Error('it is another certificate than was asked for')
    if (certificateOrganisationOf(leaf) !== certificateOrganisationOf(alipay) || leaf.publicKey.equals(app.publicKey))
      throw new Error('it is a certificate of somebody else than Alipay')
    return leaf
  }
}
