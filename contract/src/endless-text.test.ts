import { expect, it } from 'vitest'
import { type AnyCall, clientCalls, employerCalls, staffCalls } from './index.ts'
import { jsonSchema, type Schema } from './openapi-schema.ts'
import { deviceOf } from './rules/device.ts'

const requests = [clientCalls, staffCalls, employerCalls].flatMap((modules) =>
  Object.values<Record<string, AnyCall>>(modules).flatMap((module) =>
    Object.values(module).map(({ path, request }) => {
      return { path, request, json: jsonSchema(request, 'input') }
    }),
  ),
)

/** a fifth of the longest body: what grows with its square takes ten times what is allowed here */
const letters = 50_000
const pieces = ['.', 'a', '@', '0', '中', ' ', '-', '<', '(', '/', '.a']
/** as they are, and between what a pattern begins by and what it does not end with */
const long = pieces.flatMap((piece) => {
  const run = piece.repeat(letters / piece.length)
  return [run, `a@${run}@`]
})
const mostMs = 100

const kindsOf = ({ anyOf, oneOf }: Schema) =>
  (anyOf ?? oneOf)?.filter(({ type }) => type !== 'null')

/** What a client may send, with `said` wherever there is text; of several shapes the `kind`th. */
function filled(schema: Schema, said: string, kind: number): unknown {
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

/** Every schema inside one, itself too. */
function within(schema: Schema): Schema[] {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...[schema.items, ...(schema.prefixItems ?? []), ...(kindsOf(schema) ?? [])],
  ]
  return [schema, ...inner.flatMap((one) => (one ? within(one) : []))]
}

/** of work, whatever else the machine does; the least of three, as the collector may come at any time */
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

it('answers at once, whatever stands in the texts of a request', () => {
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

it('takes no text that has no end', () => {
  /** a pattern that says itself how long it is */
  const ends = ({ pattern }: Schema) => pattern !== undefined && !/[*+]|,\}/.test(pattern)
  const endless = requests.flatMap(({ path, json }) =>
    within(json)
      .filter(
        ({ type, enum: words, const: word }) => type === 'string' && !words && word === undefined,
      )
      .filter((schema) => !schema.format && schema.maxLength === undefined && !ends(schema))
      .map(() => path),
  )
  expect(endless).toEqual([])
})

it('names a device at once, however long its header is', () => {
  expect(msOf(() => deviceOf('Android'.repeat(letters / 7)))).toBeLessThan(mostMs)
})
