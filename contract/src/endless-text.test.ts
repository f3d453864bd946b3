import { expect, it } from 'vitest'
import { type AnyCallDefinition, clientCalls, employerCalls, staffCalls } from './index.ts'
import { type JsonSchema, toJsonSchema } from './openapi-schema.ts'
import { deviceNameOf } from './rules/device.ts'

const requests = [clientCalls, staffCalls, employerCalls].flatMap((modules) =>
  Object.values<Record<string, AnyCallDefinition>>(modules).flatMap((module) =>
    Object.values(module).map(({ path, request }) => {
      return { path, request, json: toJsonSchema(request, 'input') }
    }),
  ),
)

const letters = 50_000
const pieces = ['.', 'a', '@', '0', '中', ' ', '-', '<', '(', '/', '.a']
/** Long texts made of these pieces, alone and after the beginnings that patterns look for. */
const long = pieces.flatMap((piece) => {
  const run = piece.repeat(letters / piece.length)
  return [run, `a@${run}@`]
})
const mostMs = 100

const kindsOf = ({ anyOf, oneOf }: JsonSchema) => (anyOf ?? oneOf)?.filter(({ type }) => type !== 'null')

/** Builds a request with `said` in every text field; `kind` chooses one of several alternatives of a schema. */
function filled(schema: JsonSchema, said: string, kind: number): unknown {
  const kinds = kindsOf(schema)
  const one = kinds?.[kind % kinds.length]
  if (one) return filled(one, said, kind)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array') return [filled(schema.items ?? {}, said, kind)]
  if (schema.type === 'boolean') return true
  if (schema.type !== 'object') return schema.type === 'string' ? said : 1
  const fields = Object.entries(schema.properties ?? {})
  return Object.fromEntries(fields.map(([name, inner]) => [name, filled(inner, said, kind)]))
}

function within(schema: JsonSchema): JsonSchema[] {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...[schema.items, ...(schema.prefixItems ?? []), ...(kindsOf(schema) ?? [])],
  ]
  return [schema, ...inner.flatMap((one) => (one ? within(one) : []))]
}

/** The shortest of three runs in ms, because garbage collection may interrupt a run. */
function msOf(work: () => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let times = 0; times < 3 && least > mostMs; times += 1) {
    const began = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(began)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

it('every request is validated within the time limit, whatever its texts contain', () => {
  const slow = requests.flatMap(({ path, request, json }) => {
    const kinds = Math.max(1, ...within(json).map((schema) => kindsOf(schema)?.length ?? 1))
    return long.flatMap((said) =>
      Array.from({ length: kinds }, (_, kind) => filled(json, said, kind)).flatMap((input) => {
        const ms = msOf(() => request.safeParse(input))
        return ms > mostMs ? [`${path}: ${Math.round(ms)} ms for ${said.slice(0, 4)}…`] : []
      }),
    )
  })
  expect(slow).toEqual([])
})

it('every text of a request has a maximum length', () => {
  /** Whether the pattern itself limits the length of the text. */
  const ends = ({ pattern }: JsonSchema) => pattern !== undefined && !/[*+]|,\}/.test(pattern)
  const endless = requests.flatMap(({ path, json }) =>
    within(json)
      .filter(({ type, enum: words, const: word }) => type === 'string' && !words && word === undefined)
      .filter((schema) => !schema.format && schema.maxLength === undefined && !ends(schema))
      .map(() => path),
  )
  expect(endless).toEqual([])
})

it('deviceNameOf reads even a very long User-Agent header within the time limit', () => {
  expect(msOf(() => deviceNameOf('Android'.repeat(letters / 7)))).toBeLessThan(mostMs)
})
