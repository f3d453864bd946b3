import type { AnyCall } from './define.ts'
import { clientCalls } from './index.ts'
import { jsonSchema, type Schema } from './openapi-schema.ts'
import type { FieldLimits } from './rules/field-limits.ts'

/** The text of rules/learner-limits.ts: what learners' and visitors' calls let a field hold, for forms in a browser. */
export function learnerLimitsFile(): string {
  const calls = Object.entries(clientCalls).flatMap(([area, calls]) =>
    Object.entries<AnyCall>(calls).flatMap(([name, call]) => {
      const limits = limitsOf(jsonSchema(call.request, 'input'))
      return limits.length > 0 ? [declaration(constantName(area, name), call, limits)] : []
    }),
  )
  return [
    '// Made by npm run openapi from the calls of the contract: what each lets a field hold.\n',
    ...calls,
  ].join('\n')
}

type Named = readonly [name: string, limits: FieldLimits]

function limitsOf(request: Schema): Named[] {
  const fields = Object.entries(request.properties ?? {})
  const typed = fields.filter(([name]) => name !== 'page' && name !== 'pageSize')
  return typed.flatMap(([name, field]) => {
    const limits = fieldLimits(field)
    return Object.keys(limits).length > 0 ? [[name, limits] as const] : []
  })
}

/** Of a field that may be empty too, what holds for what is written into it. */
function fieldLimits(field: Schema): FieldLimits {
  const [written, ...others] = (field.anyOf ?? [field]).filter(
    ({ type, const: only }) => type !== 'null' && only !== '',
  )
  if (!written || others.length > 0) return {}
  const { minLength, maxLength, minimum: min, maximum: max, maxItems } = written
  const all = { minLength, maxLength, min, max, maxItems }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function declaration(name: string, { method, path }: AnyCall, limits: Named[]): string {
  const lines = limits.map(([field, values]) => `  ${field}: ${printed(values)},`)
  return [`/** ${method} ${path} */`, `export const ${name} = {`, ...lines, '}', ''].join('\n')
}

function printed(limits: FieldLimits): string {
  const parts = Object.entries(limits).map(([key, value]) => `${key}: ${numeral(value)}`)
  return `{ ${parts.join(', ')} }`
}

const numeral = (value: number) =>
  value >= 10_000 ? String(value).replace(/\B(?=(\d{3})+$)/g, '_') : String(value)

function constantName(area: string, call: string): string {
  const words = `${area}_${call}_limits`.split('_')
  return words
    .map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
}
