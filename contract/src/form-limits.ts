import type { AnyCallDefinition } from './define.ts'
import { clientCalls, employerCalls, staffCalls } from './index.ts'
import { type JsonSchema, toJsonSchema } from './openapi-schema.ts'

type Calls = Readonly<Record<string, Readonly<Record<string, AnyCallDefinition>>>>

/** Generates the field limits that browser forms need, from the calls: file path and file text. */
export function generateFieldLimitFiles(): [path: string, text: string][] {
  return [
    ['contract/src/rules/generated/learner-limits.ts', limitsFile(clientCalls)],
    ['contract/src/rules/generated/staff-limits.ts', limitsFile(staffCalls)],
    ['contract/src/rules/generated/employer-limits.ts', limitsFile(employerCalls)],
  ]
}

function limitsFile(areas: Calls): string {
  const declarations = Object.entries(areas).flatMap(([area, calls]) =>
    Object.entries(calls).flatMap(([name, call]) => {
      const limits = limitsOf(toJsonSchema(call.request, 'input'))
      return limits.length > 0 ? [declaration(constantName(area, name), call, limits)] : []
    }),
  )
  return [
    '// Made by npm run openapi from the calls of the contract: what each lets a field hold.\n',
    ...declarations,
  ].join('\n')
}

/** Limits of a field by name; for an object, the limits of its fields. */
type Limits = [name: string, limit: number | Limits][]

function limitsOf({ properties }: JsonSchema): Limits {
  // Leave out the paging fields of a list, because no form has them.
  const { page: _, pageSize: __, ...fields } = properties ?? {}
  return Object.entries(fields).flatMap(([name, field]): Limits => {
    const limits = fieldLimits(field)
    return limits.length > 0 ? [[name, limits]] : []
  })
}

/** Limits of a field, even if it is optional. For an object or a choice of objects, the limits of their fields. */
function fieldLimits(field: JsonSchema): Limits {
  const choices = (field.anyOf ?? field.oneOf ?? [field]).filter(
    ({ type, const: only }) => type !== 'null' && only !== '',
  )
  if (choices.every(({ properties }) => properties)) return [...new Map(choices.flatMap(limitsOf))]
  const [written, ...others] = choices
  if (!written || others.length > 0) return []
  const { minLength, maxLength, minimum: min, maximum: max, maxItems } = written
  const items = written.items ? fieldLimits(written.items) : []
  return Object.entries({ minLength, maxLength, min, max, maxItems, items }).filter(isSet)
}

const isSet = (entry: [string, number | Limits | undefined]): entry is [string, number | Limits] =>
  typeof entry[1] === 'number' || (entry[1] !== undefined && entry[1].length > 0)

function declaration(name: string, { method, path }: AnyCallDefinition, limits: Limits): string {
  const lines = limits.map(([field, values]) => `  ${field}: ${printed(values)},`)
  return [`/** ${method} ${path} */`, `export const ${name} = {`, ...lines, '}', ''].join('\n')
}

function printed(limit: number | Limits): string {
  if (typeof limit === 'number') return numeral(limit)
  return `{ ${limit.map(([key, value]) => `${key}: ${printed(value)}`).join(', ')} }`
}

const numeral = (value: number) => (value >= 10_000 ? String(value).replace(/\B(?=(\d{3})+$)/g, '_') : String(value))

function constantName(area: string, call: string): string {
  const words = `${area}_${call}_limits`.split('_')
  return words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')
}
