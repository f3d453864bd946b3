import { clientBase, clientCalls, employerBase, employerCalls, staffBase, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { readClientIp, toAddressOrNetwork } from './client-ip.ts'
import type { Deps } from './deps.ts'
import { Refusal } from './errors.ts'
import { pageRenderingIp } from './web/public-content.ts'

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

/** These list calls are limited only when they have a search text, because only then they are expensive. */
const lists = new Set(
  [clientCalls.first_page.postersList, clientCalls.course.catalogue].map((call) => clientBase + call.path),
)

interface Bucket {
  tokens: number
  at: number
}

/** `take` takes one token and returns 0; if no token is left, it returns the seconds until the next one. */
export function createTokenBuckets(perMinute: number, now: () => number = () => performance.now()) {
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

/** This limit protects only the server (RATE_PER_MINUTE per process); the limits of the rules are in the database. */
export function registerRateLimit(app: FastifyInstance, deps: Deps): void {
  const buckets = createTokenBuckets(deps.env.ratePerMinute)
  app.addHook('onRequest', (request, _reply, done) => {
    const path = request.routeOptions.url
    const dear = path && (shielded.has(path) || (lists.has(path) && hasWord(request.query)))
    const ip = readClientIp(request)
    // A call of page rendering is not limited, because web.ts has limited the page.
    if (!dear || ip === pageRenderingIp) return done()
    const seconds = buckets.take(`${path} ${toAddressOrNetwork(ip)}`)
    done(seconds > 0 ? new Refusal('common.tooOften', { seconds }) : undefined)
  })
}

function hasWord(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'keyword' in query
}
