import multipart from '@fastify/multipart'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { ZodError } from 'zod'
import { registerModules } from './modules/register.ts'
import type { Deps } from './platform/deps.ts'
import { Refusal, refusalAnswer } from './platform/errors.ts'
import { registerWeb } from './platform/web/web.ts'

const bodyLimit = 1024 * 1024

/** The whole server over its dependencies: what main starts and tests drive. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit,
    // stack.md: keep-alive longer than a heartbeat's 15 s at every hop
    keepAliveTimeout: 65_000,
    trustProxy: 'loopback',
    logger: deps.env.production ? { level: 'warn', serializers: { req: loggedRequest } } : false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  })
  app.setErrorHandler(answerError)
  await app.register(multipart, { limits: { files: 1, fields: 4, fileSize: 10 * 1024 * 1024 } })
  registerModules(app, deps)
  await registerWeb(app, deps)
  return app
}

/** Tokens, signatures and ID numbers travel in headers and queries: a log line has neither. */
function loggedRequest(request: { method: string; url: string }) {
  return { method: request.method, path: request.url.split('?')[0] }
}

/** The one place where what was thrown becomes an envelope. Never a message built from an exception. */
function answerError(
  error: FastifyError | Refusal | ZodError,
  request: { log: { error(detail: unknown): void }; method: string; url: string },
  reply: {
    code(status: number): {
      header(name: string, value: string): unknown
      send(body: unknown): unknown
    }
  },
) {
  const { key, detail } = refusalOf(error)
  const { status, body } = refusalAnswer(key, detail)
  if (key === 'common.broken') {
    request.log.error(error)
    console.error(`${request.method} ${request.url.split('?')[0]}`, error)
  }
  const answer = reply.code(status)
  if (status === 429 || status === 503) answer.header('retry-after', String(detail.seconds ?? 1))
  answer.send(body)
}

function refusalOf(error: FastifyError | Refusal | ZodError): Pick<Refusal, 'key' | 'detail'> {
  if (error instanceof Refusal) return error
  if (error instanceof ZodError) return { key: 'common.broken', detail: {} }
  if (error.statusCode === 413) return { key: 'common.tooLarge', detail: {} }
  if (error.statusCode && error.statusCode < 500) return { key: 'common.unparsable', detail: {} }
  return { key: 'common.broken', detail: {} }
}
