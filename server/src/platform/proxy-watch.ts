import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readClientIp } from './client-ip.ts'
import { logWarning } from './observability/log.ts'
import { requestRecordOf } from './observability/requests.ts'

/** Number of recent requests that are examined, and how many of them make one address suspicious. */
const sample = 1000
const suspicious = 0.95
/** Milliseconds between two log lines about the same finding. */
const quietMs = 3600_000

export interface ProxyFindings {
  oneAddress: string | null
  untrustedForwarder: string | null
}

/** Finds proxies that TRUSTED_PROXIES does not name, because all visitors behind one would share one rate limit. */
export class ProxyWatch {
  readonly #recent: string[] = []
  readonly #counts = new Map<string, number>()
  readonly #log: (line: string) => void
  readonly #loggedAt = new Map<keyof ProxyFindings, number>()
  #next = 0
  #untrusted: { address: string; at: number } | null = null

  constructor(log: (line: string) => void = logWarning) {
    this.#log = log
  }

  get findings(): ProxyFindings {
    const untrusted = this.#untrusted
    const isRecent = untrusted !== null && performance.now() - untrusted.at < quietMs
    return {
      oneAddress: this.#oneAddress(),
      untrustedForwarder: isRecent ? untrusted.address : null,
    }
  }

  note(request: Pick<FastifyRequest, 'ip' | 'socket' | 'headers'>): void {
    const peer = request.socket.remoteAddress ?? ''
    const client = readClientIp(request)
    if (request.headers['x-forwarded-for'] !== undefined && request.ip === peer) {
      this.#untrusted = { address: peer, at: performance.now() }
      this.#say(
        'untrustedForwarder',
        `${peer} sends X-Forwarded-For and is not believed: if it is your proxy, name it in TRUSTED_PROXIES`,
      )
    }
    if (isThisMachine(client)) return
    this.#count(client)
    const one = this.#next === 0 ? this.#oneAddress() : null
    if (one !== null)
      this.#say(
        'oneAddress',
        `nearly all of the last ${sample} requests came from ${one}: if it is your proxy, name it in TRUSTED_PROXIES; visitors share its limits meanwhile`,
      )
  }

  #count(client: string): void {
    const before = this.#recent[this.#next]
    if (before !== undefined) {
      const rest = (this.#counts.get(before) ?? 1) - 1
      if (rest > 0) this.#counts.set(before, rest)
      else this.#counts.delete(before)
    }
    this.#recent[this.#next] = client
    this.#counts.set(client, (this.#counts.get(client) ?? 0) + 1)
    this.#next = (this.#next + 1) % sample
  }

  #oneAddress(): string | null {
    if (this.#recent.length < sample) return null
    for (const [address, count] of this.#counts) if (count >= sample * suspicious) return address
    return null
  }

  #say(finding: keyof ProxyFindings, line: string): void {
    const before = this.#loggedAt.get(finding) ?? Number.NEGATIVE_INFINITY
    if (performance.now() - before < quietMs) return
    this.#loggedAt.set(finding, performance.now())
    this.#log(`proxies: ${line}`)
  }
}

export function watchProxies(app: FastifyInstance, watch: ProxyWatch): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // Frequent calls are not examined, because those of one large office behind one address would look like a proxy.
    if (!requestRecordOf(request.raw)?.target.isFrequent) watch.note(request)
    done()
  })
}

function isThisMachine(address: string): boolean {
  if (isIP(address) === 0) return true
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}
