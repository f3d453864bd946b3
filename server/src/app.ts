import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { ZodError } from 'zod'
import { registerModules } from './modules/register.ts'
import { jsonType } from './platform/calls.ts'
import { believeProxies } from './platform/client-ip.ts'
import { isClosedAccount } from './platform/db/closed-account.ts'
import { isUnavailable } from './platform/db/connection-lost.ts'
import { isOverLimit } from './platform/db/over-limit.ts'
import type { Deps } from './platform/deps.ts'
import { Refusal, refusalAnswer } from './platform/errors.ts'
import { MissingContent } from './platform/files/missing.ts'
import { registerHealth } from './platform/health.ts'
import { answerHotCalls } from './platform/hot-calls.ts'
import { registerLoadLimit, retrySeconds } from './platform/load-limit.ts'
import { logFault } from './platform/observability/log.ts'
import { nameRequests } from './platform/observability/name-requests.ts'
import { newRequestId } from './platform/observability/request-id.ts'
import { type RequestRecord, recordOf } from './platform/observability/requests.ts'
import { registerCashier } from './platform/payments/cashier.ts'
import { watchProxies } from './platform/proxy-watch.ts'
import { registerShield } from './platform/shield.ts'
import { refuseWhileStopping } from './platform/stopping.ts'
import { trustOf } from './platform/trusted-proxies.ts'
import { drained } from './platform/web/drain.ts'
import { registerSecurityHeaders, securityHeaders } from './platform/web/security-headers.ts'
import { answerUnreadable } from './platform/web/unreadable.ts'
import { registerWeb } from './platform/web/web.ts'

type Thrown = FastifyError | Refusal | ZodError

/** bytes of JSON: ten times our longest body; what is parsed before anybody is asked who they are must be cheap */
const bodyLimit = 256 * 1024

/** The whole server over its dependencies: what main starts and tests drive. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  believeProxies(deps.env.trustedProxies)
  const app = Fastify({
    bodyLimit,
    return503OnClosing: false,
    // a whole request must arrive in this time, the slowest upload included
    requestTimeout: 300_000,
    // stack.md: keep-alive longer than a heartbeat's 15 s at every hop
    keepAliveTimeout: 65_000,
    trustProxy: trustOf(deps.env.trustedProxies),
    // requests are logged around the framework, the two hot calls among them (observability/requests.ts)
    logger: false,
    genReqId: (request) => recordOf(request)?.id ?? newRequestId(),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // an address that cannot even be routed; no hook has run yet
    frameworkErrors: (error, request, reply) => {
      const { status, headers, body } = envelopeOf(error, recordOf(request.raw))
      reply.hijack()
      reply.raw.writeHead(status, headers).end(JSON.stringify(body))
    },
    clientErrorHandler: answerUnreadable,
  })
  app.setErrorHandler((error: Thrown, request, reply) => {
    deps.availability.note(error)
    if (error instanceof MissingContent) deps.missingReports.report(error)
    return answerError(error, request, reply)
  })
  nameRequests(app)
  registerSecurityHeaders(app, deps.env)
  refuseWhileStopping(app)
  await registerLoadLimit(app)
  registerHealth(app, deps)
  watchProxies(app, deps.proxyWatch)
  registerShield(app, deps)
  registerModules(app, deps)
  registerCashier(app, deps)
  await registerWeb(app, deps)
  registerHotCalls(app, deps)
  return app
}

function registerHotCalls(app: FastifyInstance, { env, availability }: Deps): void {
  const common = securityHeaders(env)
  const ok = { ...common, 'content-type': jsonType }
  answerHotCalls(app, bodyLimit, {
    answered: (body) => ({ status: 200, headers: ok, body }),
    thrown: (error, record) => {
      availability.note(error)
      const { status, headers, body } = envelopeOf(error, record)
      return { status, headers: { ...common, ...headers }, body: JSON.stringify(body) }
    },
  })
}

/**
 * The one place where what was thrown becomes an envelope. Never a message built from an exception.
 * @param record of a request from outside; a page's own call has none
 */
function envelopeOf(error: Thrown, record: RequestRecord | undefined) {
  const { key, detail } = refusalOf(error)
  if (record) record.refusal = key
  if (key === 'common.broken')
    logFault(record?.target.call ?? 'a call of a page', error, record?.id)
  const { status, body } = refusalAnswer(key, detail, record?.id)
  const headers: Record<string, string> = {
    'content-type': jsonType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  if (status === 429 || status === 503) headers['retry-after'] = String(detail.seconds ?? 1)
  return { status, headers, body }
}

async function answerError(error: Thrown, request: FastifyRequest, reply: FastifyReply) {
  const { status, headers, body } = envelopeOf(error, recordOf(request.raw))
  if (status === 413) await drained(request.raw)
  return reply.code(status).headers(headers).send(body)
}

function refusalOf(error: Thrown): Pick<Refusal, 'key' | 'detail'> {
  if (error instanceof Refusal) return error
  // staff learn of it by a job (file.lookIntoReports)
  if (error instanceof MissingContent) return { key: 'file.contentMissing', detail: {} }
  if (error instanceof ZodError) return { key: 'common.broken', detail: {} }
  if (error.statusCode === 413) return { key: 'common.tooLarge', detail: {} }
  if (error.statusCode && error.statusCode < 500) return { key: 'common.unparsable', detail: {} }
  if (isClosedAccount(error)) return { key: 'common.unauthorized', detail: {} }
  if (isOverLimit(error)) return { key: 'common.busy', detail: { seconds: retrySeconds } }
  // the database is away, restarting or read-only: its availability is logged once (availability.ts), and a repeat will do
  if (isUnavailable(error)) return { key: 'common.busy', detail: {} }
  return { key: 'common.broken', detail: {} }
}
