import type {
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestListener,
  ServerResponse,
} from 'node:http'
import type { FastifyError, FastifyInstance } from 'fastify'
import {
  beginHotRequest,
  finishRequest,
  followRequest,
  hungUpStatus,
  type RequestRecord,
} from './observability/requests.ts'
import type { Target } from './observability/targets.ts'

/** A call without its framework: the envelope as JSON. @throws whatever its route throws */
export type HotCall = (asked: {
  body: unknown
  authorization: string | undefined
  userAgent: string
}) => Promise<string>

export interface Answer {
  status: number
  headers: OutgoingHttpHeaders
  body: string
}

interface Answering {
  parse: JsonParser
  /** the answer around a call's envelope, and around what it threw: those of the framework's routes */
  answered(envelope: string): Answer
  thrown(error: FastifyError, record: RequestRecord): Answer
}

interface Named {
  target: Target
  call: HotCall
}

type Hot = Map<string, Named>
type JsonParser = (
  request: IncomingMessage,
  text: string,
  done: (error: Error | null, value?: unknown) => void,
) => void

const registries = new WeakMap<object, Hot>()

/** The hot calls of a server, by path. */
export function hotCallsOf(app: FastifyInstance): Hot {
  const calls = registries.get(app.server) ?? new Map()
  registries.set(app.server, calls)
  return calls
}

/**
 * Answers hot calls before the framework, which costs a heartbeat a tenth of its CPU (decision 030). Only what comes as our pages
 * send it; anything else, whatever is odd about it, is the framework's, where the same calls are routes.
 */
export function answerHotCalls(
  app: FastifyInstance,
  bodyLimit: number,
  how: Omit<Answering, 'parse'>,
): void {
  const calls = hotCallsOf(app)
  const answering = { ...how, parse: jsonParserOf(app) }
  const framework = app.server.listeners('request') as RequestListener[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    const call = isPlain(request, bodyLimit) ? calls.get(request.url ?? '') : undefined
    if (call) void answer(call, request, response, answering)
    else
      followRequest(request, response, () => {
        for (const listen of framework) listen(request, response)
      })
  })
  // a server that closes says so by its framework
  app.addHook('preClose', (done) => {
    calls.clear()
    done()
  })
}

function isPlain({ method, headers }: IncomingMessage, bodyLimit: number): boolean {
  return (
    method === 'POST' &&
    headers['content-type'] === 'application/json' &&
    Number(headers['content-length']) <= bodyLimit
  )
}

async function answer(
  { call, target }: Named,
  request: IncomingMessage,
  response: ServerResponse,
  { parse, answered, thrown }: Answering,
): Promise<void> {
  const record = beginHotRequest(request, target)
  const { authorization, 'user-agent': userAgent = '' } = request.headers
  // nobody waits for an answer to half a request
  request.on('error', () => {
    if (!request.complete) finishRequest(record, hungUpStatus)
  })
  const { status, headers, body } = await readJson(request, parse)
    .then((given) => call({ body: given, authorization, userAgent }))
    .then(answered, (error: FastifyError) => thrown(error, record))
  response
    .writeHead(status, {
      ...headers,
      'x-request-id': record.id,
      'content-length': Buffer.byteLength(body),
    })
    .end(body)
  finishRequest(record, status)
}

function readJson(request: IncomingMessage, parse: JsonParser): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () =>
      parse(request, Buffer.concat(chunks).toString(), (error, value) =>
        error ? reject(error) : resolve(value),
      ),
    )
  })
}

/** The framework's own, with its refusals: it reads nothing from the request that is handed to it. */
function jsonParserOf(app: FastifyInstance): JsonParser {
  return app.getDefaultJsonParser('error', 'error') as unknown as JsonParser
}
