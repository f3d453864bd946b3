import { type AnyCallDefinition, type CallDefinition, clientBase, fieldNames } from '@ce/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { StudentActor } from './auth/sessions.ts'
import { requireTextsAccepted } from './auth/unaccepted-texts.ts'
import { chineseZodLocale } from './chinese-errors.ts'
import { readClientIp } from './client-ip.ts'
import type { Deps } from './deps.ts'
import { refuse } from './errors.ts'
import type { DeskRouteOptions, WorkloadDeps } from './workloads.ts'

z.config(chineseZodLocale)

type Definition<Req extends z.ZodType, Res extends z.ZodType> = CallDefinition<'GET' | 'POST', string, Req, Res>

export interface CallContext<Req extends z.ZodType> {
  deps: Deps
  input: z.output<Req>
  /** Set only for calls of the audience `student`. */
  student: StudentActor
  ip: string
  userAgent: string
  request: FastifyRequest
  reply: FastifyReply
}

/** Prepared JSON for frequent calls. It must have passed the contract's response schema. */
export class SerializedJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Payment channels expect a plain word instead of the envelope. */
export class PlainTextResponse {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** `bodyLimit` raises the limit of the JSON body, in bytes. */
export function registerRoute<Req extends z.ZodType, Res extends z.ZodType>(
  app: FastifyInstance,
  { learner: deps }: WorkloadDeps,
  call: Definition<Req, Res>,
  handle: (context: CallContext<Req>) => Promise<z.input<Res> | SerializedJson | PlainTextResponse>,
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
        input: requireValidInput(call, request),
        student,
        get ip() {
          return readClientIp(request)
        },
        userAgent,
        request,
        reply,
      }
      const given = await handle(context)
      if (given instanceof PlainTextResponse) return reply.type(plainType).send(given.text)
      return reply.type(jsonContentType).send(toEnvelope(call, given))
    },
  })
}

interface Desk<Who> extends DeskRouteOptions {
  base: string
  /** A placeholder caller for public calls, whose services never read it. */
  nobody: Who
  /** @throws Refusal unless this session may make the call */
  admit(deps: Deps, call: AnyCallDefinition, authorization: string | undefined): Promise<Who>
}

/**
 * Registers one call of staff or employers. It checks the caller before the body is read, then the input, and wraps the
 * response in the envelope.
 */
export function registerDeskRoute<Req extends z.ZodType, Res extends z.ZodType, Who>(
  app: FastifyInstance,
  workloads: WorkloadDeps,
  call: Definition<Req, Res>,
  { base, nobody, admit, bodyLimit, workload = 'desk' }: Desk<Who>,
  handle: (context: Omit<CallContext<Req>, 'student'> & { who: Who & { ip: string } }) => Promise<z.input<Res>>,
): void {
  const deps = workloads[workload]
  const askers = new WeakMap<FastifyRequest, Who>()
  app.route({
    method: call.method,
    url: base + call.path,
    ...(bodyLimit && { bodyLimit }),
    onRequest: async (request) => {
      if (call.audience !== 'public') askers.set(request, await admit(deps, call, request.headers.authorization))
    },
    handler: async (request, reply) => {
      const ip = readClientIp(request)
      const given = await handle({
        deps,
        input: requireValidInput(call, request),
        who: { ...(askers.get(request) ?? nobody), ip },
        ip,
        userAgent: request.headers['user-agent'] ?? '',
        request,
        reply,
      })
      return reply.type(jsonContentType).send(toEnvelope(call, given))
    },
  })
}

/** A placeholder student that public services never read. */
const nobody: StudentActor = { studentId: '', tokenHash: '' }

async function whoAsks(
  deps: Deps,
  { audience, agreement }: Pick<CallDefinition<'GET', string, z.ZodType, z.ZodType>, 'audience' | 'agreement'>,
  authorization: string | undefined,
): Promise<StudentActor> {
  if (audience !== 'student') return nobody
  const student = await deps.sessions.require(authorization)
  if (agreement === 'needed') requireTextsAccepted(student)
  return student
}

export const jsonContentType = 'application/json; charset=utf-8'
const plainType = 'text/plain; charset=utf-8'

/** Applies the contract's response schema (docs/rules/calls.md#envelope). */
export function toEnvelope<Res extends z.ZodType>(
  call: Pick<Definition<z.ZodType, Res>, 'response'>,
  given: z.input<Res> | SerializedJson,
): string {
  const data = given instanceof SerializedJson ? given.text : JSON.stringify(call.response.parse(given))
  return `{"code":1,"msg":"ok","data":${data}}`
}

/** @throws Refusal common.invalid. */
export function requireValidInput<Req extends z.ZodType>(
  call: Pick<Definition<Req, z.ZodType>, 'method' | 'body' | 'request' | 'labels'>,
  request: Pick<FastifyRequest, 'query' | 'body'>,
): z.output<Req> {
  if (call.body) return unread<Req>()
  const input = call.method === 'GET' ? request.query : (request.body ?? {})
  return requireValid(call.request, input, call.labels)
}

/** The empty input of routes that read a form or a notification themselves instead of a JSON body. */
function unread<Req extends z.ZodType>(): z.output<Req> {
  return {} as z.output<Req>
}

/** @throws Refusal common.invalid with the problems by field name. */
export function requireValid<Schema extends z.ZodType>(
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

/** Our deepest request body has three levels, and our largest some hundred parts. */
const deepest = 20
const mostParts = 50_000
const badLetters = '含有不允许的字符'
const tooMuch = '内容过多或嵌套过深'

/** PostgreSQL cannot store NUL and half surrogate pairs. */
function unstorableField(value: unknown): { field: string; problem: string } | undefined {
  let parts = 0
  const problemIn = (part: unknown, depth: number): Problem | undefined => {
    if (typeof part === 'string') return unstorable(part) ? { path: [], problem: badLetters } : undefined
    if (typeof part !== 'object' || part === null) return undefined
    parts += 1
    // A limit of depth prevents a stack overflow.
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
