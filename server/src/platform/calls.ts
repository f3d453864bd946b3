import { type CallDefinition, clientBase, fieldNames } from '@ce/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { StudentActor } from './auth/sessions.ts'
import { requireAccepted } from './auth/unaccepted-texts.ts'
import { chinese } from './chinese.ts'
import { clientIp } from './client-ip.ts'
import type { Deps } from './deps.ts'
import { refuse } from './errors.ts'
import { hotCallsOf } from './hot-calls.ts'
import { targetOfCall } from './observability/targets.ts'
import type { Workloads } from './workloads.ts'

z.config(chinese)

type Definition<Req extends z.ZodType, Res extends z.ZodType> = CallDefinition<
  'GET' | 'POST',
  string,
  Req,
  Res
>

/** What a route hands to its service: checked input, who asks, and the raw request where files are read. */
export interface CallContext<Req extends z.ZodType> {
  /** over the connections of learners */
  deps: Deps
  input: z.output<Req>
  /** set for the audience `student`; see studentCall */
  student: StudentActor
  ip: string
  userAgent: string
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * The `data` of an answer as JSON text that is ready to be sent, where making it anew for each request costs more than the rest of the call.
 * Whoever makes one has put every part of it through the contract's response schema (house rule 4).
 */
export class ReadyJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** An answer without the envelope, for who understands nothing else: a payment channel that was told to expect a word. */
export class PlainText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * Registers one call of the contract: who may make it, the check of its input (house rule 4),
 * and the envelope around what the service gives back. `bodyLimit`: bytes of JSON, where the usual is too many.
 */
export function route<Req extends z.ZodType, Res extends z.ZodType>(
  app: FastifyInstance,
  { learner: deps }: Workloads,
  call: Definition<Req, Res>,
  handle: (context: CallContext<Req>) => Promise<z.input<Res> | ReadyJson | PlainText>,
  options: { bodyLimit?: number } = {},
): void {
  app.route({
    method: call.method,
    url: clientBase + call.path,
    ...options,
    handler: async (request, reply) => {
      const { authorization, 'user-agent': userAgent = '' } = request.headers
      const student = await whoAsks(deps, call, authorization)
      const context = {
        deps,
        input: checkedInput(call, request),
        student,
        get ip() {
          return clientIp(request)
        },
        userAgent,
        request,
        reply,
      }
      const given = await handle(context)
      if (given instanceof PlainText) return reply.type(plainType).send(given.text)
      return reply.type(jsonType).send(enveloped(call, given))
    },
  })
}

/** The same for a POST that is nearly all of the traffic: mostly answered before the framework (hot-calls.ts). */
export function hotRoute<Req extends z.ZodType, Res extends z.ZodType>(
  app: FastifyInstance,
  workloads: Workloads,
  call: Definition<Req, Res>,
  handle: (
    context: Pick<CallContext<Req>, 'deps' | 'input' | 'student' | 'userAgent'>,
  ) => Promise<z.input<Res>>,
): void {
  const deps = workloads.learner
  route(app, workloads, call, handle)
  hotCallsOf(app).set(clientBase + call.path, {
    target: targetOfCall(clientBase, call),
    call: async ({ body, authorization, userAgent }) => {
      const student = await whoAsks(deps, call, authorization)
      const input = checkedInput(call, { query: undefined, body })
      return enveloped(call, await handle({ deps, input, student, userAgent }))
    },
  })
}

/** Stands where no student is needed; a public service never reads it. */
const nobody: StudentActor = { studentId: '', tokenHash: '' }

async function whoAsks(
  deps: Deps,
  {
    audience,
    agreement,
  }: Pick<CallDefinition<'GET', string, z.ZodType, z.ZodType>, 'audience' | 'agreement'>,
  authorization: string | undefined,
): Promise<StudentActor> {
  if (audience !== 'student') return nobody
  const student = await deps.sessions.require(authorization)
  if (agreement === 'needed') requireAccepted(student)
  return student
}

export const jsonType = 'application/json; charset=utf-8'
const plainType = 'text/plain; charset=utf-8'

/** What a service gave, by the contract's response, in the envelope of §7. */
export function enveloped<Res extends z.ZodType>(
  call: Pick<Definition<z.ZodType, Res>, 'response'>,
  given: z.input<Res> | ReadyJson,
): string {
  const data = given instanceof ReadyJson ? given.text : JSON.stringify(call.response.parse(given))
  return `{"code":1,"msg":"ok","data":${data}}`
}

/** The query of a GET, the JSON body of a POST, by the contract. @throws Refusal common.invalid */
export function checkedInput<Req extends z.ZodType>(
  call: Pick<Definition<Req, z.ZodType>, 'method' | 'body' | 'request' | 'labels'>,
  request: Pick<FastifyRequest, 'query' | 'body'>,
): z.output<Req> {
  if (call.body) return unread<Req>()
  const input = call.method === 'GET' ? request.query : (request.body ?? {})
  return checked(call.request, input, call.labels)
}

/** A form or a notification is read by its own route, which takes nothing from `input`. */
function unread<Req extends z.ZodType>(): z.output<Req> {
  return {} as z.output<Req>
}

/** Checks a value by the contract. @throws Refusal common.invalid with the problems by field name. */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  labels: CallDefinition<'GET', string, Schema, Schema>['labels'] = {},
): z.output<Schema> {
  const bad = unstorableField(value)
  if (bad) return invalid({ [bad.field]: bad.problem }, labels)
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    fields[fieldOf(issue.path)] ??= issue.message
  }
  return invalid(fields, labels)
}

/** The field a person filled in: the innermost with a name of its own that is no part of a list. */
function fieldOf(path: readonly PropertyKey[]): string {
  const list = path.findIndex((part) => typeof part === 'number')
  const names = (list < 0 ? path : path.slice(0, list)).map(String)
  return names.findLast((name) => Object.hasOwn(fieldNames, name)) ?? names[0] ?? 'body'
}

function invalid(fields: Record<string, string>, labels: Readonly<Record<string, string>>): never {
  const [first, problem] = Object.entries(fields)[0] ?? ['body', '']
  const known: Readonly<Record<string, string>> = { ...fieldNames, ...labels }
  const nameOf = (field: string) => (Object.hasOwn(known, field) && known[field]) || field
  const all = Object.keys(fields)
  const names = Object.fromEntries(all.map((field) => [field, nameOf(field)]))
  return refuse('common.invalid', {
    problem: `${nameOf(first)}：${problem}`,
    fields,
    ...(all.length > 1 ? { names } : {}),
  })
}

/** levels, and lists and objects in all; our deepest body has three, our fullest some hundreds */
const deepest = 20
const mostParts = 50_000
const badLetters = '含有不允许的字符'
const tooMuch = '内容过多或嵌套过深'

/**
 * The first field with a NUL or half a surrogate pair anywhere inside: PostgreSQL stores neither; or one that nests
 * deeper or holds more than any call of ours.
 */
function unstorableField(value: unknown): { field: string; problem: string } | undefined {
  let parts = 0
  const problemIn = (part: unknown, depth: number): Problem | undefined => {
    if (typeof part === 'string')
      return unstorable(part) ? { path: [], problem: badLetters } : undefined
    if (typeof part !== 'object' || part === null) return undefined
    parts += 1
    // before it goes deeper than the stack
    if (depth > deepest || parts > mostParts) return { path: [], problem: tooMuch }
    for (const key of Object.keys(part)) {
      if (unstorable(key)) return { path: [], problem: badLetters }
      const found = problemIn(part[key as keyof typeof part], depth + 1)
      if (found) {
        found.path.unshift(Array.isArray(part) ? Number(key) : key)
        return found
      }
    }
    return undefined
  }
  const found = problemIn(value, 0)
  return found && { field: fieldOf(found.path), problem: found.problem }
}

interface Problem {
  path: PropertyKey[]
  problem: string
}

function unstorable(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed()
}
