import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientIp } from './client-ip.ts'
import { logWarning } from './observability/log.ts'

/** the last requests from outside that are looked at together, and how many of them make one address suspicious */
const sample = 1000
const suspicious = 0.95
/** one line of the log for each finding in this time, ms */
const quietMs = 3600_000

/** What looks as if TRUSTED_PROXIES were set wrongly; null: nothing does. */
export interface ProxyFindings {
  /** nearly all requests seem to come from it: a proxy that is not trusted? */
  oneAddress: string | null
  /** sends X-Forwarded-For, which is not believed */
  untrustedForwarder: string | null
}

/**
 * Notices when the address of a proxy is taken for that of its visitors: they would share one limit of calls, and the
 * logs would name the proxy.
 */
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
    const client = clientIp(request)
    if (request.headers['x-forwarded-for'] !== undefined && request.ip === peer) {
      this.#untrusted = { address: peer, at: performance.now() }
      this.#say(
        'untrustedForwarder',
        `${peer} sends X-Forwarded-For and is not believed: if it is your proxy, name it in TRUSTED_PROXIES`,
      )
    }
    // a check on this machine says nothing about visitors
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

/** Looks at every request that goes through the framework; heartbeats and saved answers come from the same visitors. */
export function watchProxies(app: FastifyInstance, watch: ProxyWatch): void {
  app.addHook('onRequest', (request, _reply, done) => {
    watch.note(request)
    done()
  })
}

function isThisMachine(address: string): boolean {
  if (isIP(address) === 0) return true
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}
