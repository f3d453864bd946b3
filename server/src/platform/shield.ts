import {
  clientBase,
  clientCalls,
  employerBase,
  employerCalls,
  staffBase,
  staffCalls,
} from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { clientIp, neighbourhood } from './client-ip.ts'
import type { Deps } from './deps.ts'
import { Refusal } from './errors.ts'
import { renderingIp } from './web/public-content.ts'

/** The calls that cost much or invite guessing. */
const shielded = new Set([
  ...[
    clientCalls.student.login,
    clientCalls.student.register,
    clientCalls.student.challenge,
    clientCalls.certification_grant.verify,
    clientCalls.first_page.search,
    clientCalls.course.catalogueTrial,
    clientCalls.file.upload,
    clientCalls.message.send_email_code,
    clientCalls.message.agree_email,
    clientCalls.message.agree_sms,
    clientCalls.message.withdraw,
    clientCalls.system.report,
  ].map((call) => clientBase + call.path),
  staffBase + staffCalls.staff.login.path,
  employerBase + employerCalls.organisation.login.path,
  employerBase + employerCalls.invitation.check.path,
])

/** Dear only with a word to look for. */
const lists = new Set(
  [clientCalls.first_page.postersList, clientCalls.course.catalogue].map(
    (call) => clientBase + call.path,
  ),
)

interface Bucket {
  tokens: number
  /** milliseconds, monotonic */
  at: number
}

/**
 * Buckets that refill evenly: `perMinute` at once, then one every 60 / perMinute seconds.
 * `take` gives 0, or the whole seconds until the next one.
 */
export function tokenBuckets(perMinute: number, now: () => number = () => performance.now()) {
  const buckets = new LRUCache<string, Bucket>({ max: 50_000 })
  return {
    take(key: string): number {
      const at = now()
      const before = buckets.get(key) ?? { tokens: perMinute, at }
      const tokens = Math.min(perMinute, before.tokens + ((at - before.at) * perMinute) / 60_000)
      buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at })
      return tokens < 1 ? Math.ceil(((1 - tokens) * 60) / perMinute) : 0
    },
  }
}

/**
 * HTTP 429 for an address that hammers one of the shielded calls: RATE_PER_MINUTE each (600 unless set), in
 * each process by itself. A shield for the machine, not a rule: the rules (lockout, uploads an hour) are kept in
 * the database.
 */
export function registerShield(app: FastifyInstance, deps: Deps): void {
  const buckets = tokenBuckets(deps.env.ratePerMinute)
  app.addHook('onRequest', (request, _reply, done) => {
    const path = request.routeOptions.url
    const dear = path && (shielded.has(path) || (lists.has(path) && hasWord(request.query)))
    const ip = clientIp(request)
    // a page's own call: the page was shielded (web.ts), or is kept for all
    if (!dear || ip === renderingIp) return done()
    const seconds = buckets.take(`${path} ${neighbourhood(ip)}`)
    done(seconds > 0 ? new Refusal('common.tooOften', { seconds }) : undefined)
  })
}

function hasWord(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'keyword' in query
}
