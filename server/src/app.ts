import { createServer } from 'node:http'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { registerModules } from './modules/register.ts'
import { jsonContentType } from './platform/calls.ts'
import { setTrustedProxies } from './platform/client-ip.ts'
import { isClosedAccountError } from './platform/db/closed-account.ts'
import { isDatabaseUnavailable } from './platform/db/connection-lost.ts'
import { isPoolLimitError } from './platform/db/over-limit.ts'
import type { Deps } from './platform/deps.ts'
import { Refusal, toRefusalResponse } from './platform/errors.ts'
import { MissingContentError, StoreUnavailableError } from './platform/files/store.ts'
import { registerHealth } from './platform/health.ts'
import { overloadRetrySeconds, registerLoadLimit } from './platform/load-limit.ts'
import { logFault } from './platform/observability/log.ts'
import { identifyRequests } from './platform/observability/name-requests.ts'
import { createRequestId } from './platform/observability/request-id.ts'
import { type RequestRecord, requestRecordOf, trackRequest } from './platform/observability/requests.ts'
import { registerDemoCashier } from './platform/payments/cashier.ts'
import { watchProxies } from './platform/proxy-watch.ts'
import { registerRateLimit } from './platform/shield.ts'
import { closeConnectionsWhileStopping } from './platform/stop.ts'
import { toFastifyTrustProxy } from './platform/trusted-proxies.ts'
import { discardRequestBody } from './platform/web/documents.ts'
import { registerSecurityHeaders } from './platform/web/security-headers.ts'
import { answerUnreadable } from './platform/web/unreadable.ts'
import { registerWebPages } from './platform/web/web.ts'

type Thrown = FastifyError | Refusal | ZodError

/** Bodies are parsed before authentication, so the size limit must be small. */
const bodyLimit = 256 * 1024

const connections = {
  // Limit in ms for a whole request, including the slowest upload.
  requestTimeout: 300_000,
  // Milliseconds. At every hop a connection must stay open longer than the 15 s between heartbeats.
  keepAliveTimeout: 65_000,
}

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  setTrustedProxies(deps.env.trustedProxies)
  const app = Fastify({
    bodyLimit,
    return503OnClosing: false,
    trustProxy: toFastifyTrustProxy(deps.env.trustedProxies),
    // Requests are logged by observability/requests.ts, not by the framework.
    logger: false,
    genReqId: (request) => requestRecordOf(request)?.id ?? createRequestId(),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // Some addresses cannot be routed; such requests fail before any hook runs.
    frameworkErrors: (error, request, reply) => {
      const { status, headers, body } = envelopeOf(error, requestRecordOf(request.raw))
      reply.hijack()
      reply.raw.writeHead(status, headers).end(JSON.stringify(body))
    },
    clientErrorHandler: answerUnreadable,
    serverFactory: (answer) =>
      createServer(connections, (request, response) =>
        trackRequest(request, response, () => answer(request, response)),
      ),
  })
  app.setErrorHandler((error: Thrown, request, reply) => {
    deps.availability.note(error)
    if (error instanceof MissingContentError) deps.missingReports.report(error)
    return answerError(error, request, reply)
  })
  identifyRequests(app)
  registerSecurityHeaders(app, deps.env)
  closeConnectionsWhileStopping(app)
  await registerLoadLimit(app)
  registerHealth(app, deps)
  watchProxies(app, deps.proxyWatch)
  registerRateLimit(app, deps)
  registerModules(app, deps)
  registerDemoCashier(app, deps)
  await registerWebPages(app, deps)
  return app
}

/**
 * Builds the response for an error. The message never comes from the exception, which could contain personal data.
 * @param record missing for internal calls of a page
 */
function envelopeOf(error: Thrown, record: RequestRecord | undefined) {
  const { key, detail } = refusalOf(error)
  if (record) record.refusal = key
  if (key === 'common.broken') logFault(record?.target.call ?? 'a call of a page', error, record?.id)
  const { status, body } = toRefusalResponse(key, detail, record?.id)
  const headers: Record<string, string> = {
    'content-type': jsonContentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  if (status === 429 || status === 503) headers['retry-after'] = String(detail.seconds ?? 1)
  return { status, headers, body }
}

async function answerError(error: Thrown, request: FastifyRequest, reply: FastifyReply) {
  const { status, headers, body } = envelopeOf(error, requestRecordOf(request.raw))
  if (status === 413) await discardRequestBody(request.raw)
  return reply.code(status).headers(headers).send(body)
}

function refusalOf(error: Thrown): Pick<Refusal, 'key' | 'detail'> {
  if (error instanceof Refusal) return error
  // The job file.lookIntoReports later informs staff about the missing file.
  if (error instanceof MissingContentError) return { key: 'file.contentMissing', detail: {} }
  if (error instanceof StoreUnavailableError) return { key: 'file.storeUnavailable', detail: {} }
  if (error instanceof ZodError) return { key: 'common.broken', detail: {} }
  if (error.statusCode === 413) return { key: 'common.tooLarge', detail: {} }
  if (error.statusCode && error.statusCode < 500) return { key: 'common.unparsable', detail: {} }
  if (isClosedAccountError(error)) return { key: 'common.unauthorized', detail: {} }
  if (isPoolLimitError(error)) return { key: 'common.busy', detail: { seconds: overloadRetrySeconds } }
  // The database is unavailable, so repeating the request later can succeed.
  if (isDatabaseUnavailable(error)) return { key: 'common.busy', detail: {} }
  return { key: 'common.broken', detail: {} }
}
