import type { JsonSchema, RequestField } from '@ce/contract/openapi'

/** Ids of existing rows by table name, for the ids in requests. */
export type KnownIds = ReadonlyMap<string, readonly string[]>

/** The table of an id whose field name does not show it. */
const tables: Readonly<Record<string, string>> = {
  student_desk: 'student',
  course: 'sign_course',
  teaching: 'course',
  course_reduce: 'reduction',
  exam: 'attempt',
  certification_grant: 'proof',
  finance: 'refund_request',
  first_page: 'poster',
  roster_import: 'roster_import',
  study: 'sign_course',
}

const texts: Readonly<Record<string, string>> = {
  phone: '13800000002',
  account: '13800000002',
  username: 'admin',
  query: '13800000002',
  keyword: '药',
  name: '张三',
  year: '2026',
  idTail: '002X',
  from: '2026-01-01',
  to: '2026-12-31',
}

export function buildRequestValues(
  fields: readonly RequestField[],
  { ids, module, place, all }: { ids: KnownIds; module: string; place: number; all: boolean },
): Record<string, unknown> {
  const idOf = (name: string) => {
    const own = name.replace(/Ids?$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const table = name === 'id' || name === 'ids' ? (tables[module] ?? module) : own
    const rows = ids.get(table) ?? ids.get('student') ?? []
    return rows[place % rows.length]
  }
  const chosen = fields.filter(({ required }) => all || required)
  return Object.fromEntries(chosen.map(({ name, schema }) => [name, fittingValue(name, schema, idOf, place)]))
}

function fittingValue(
  name: string,
  schema: JsonSchema,
  idOf: (name: string) => string | undefined,
  place: number,
): unknown {
  const inner = (part: JsonSchema, called = name) => fittingValue(called, part, idOf, place)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return inner(choices.find(({ type }) => type !== 'null') ?? {})
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[place % schema.enum.length]
  if (schema.format === 'uuid') return idOf(name)
  if (schema.format === 'date') return texts[name] ?? '2026-06-01'
  if (schema.format === 'date-time') return '2026-06-01T00:00:00.000Z'
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.max(schema.minimum ?? 1, Math.min(Number(texts[name] ?? 1), schema.maximum ?? 1e6))
  if (schema.type === 'array') return [inner(schema.items ?? {})]
  if (schema.type === 'object') {
    const parts = Object.entries(schema.properties ?? {})
    return Object.fromEntries(parts.map(([part, value]) => [part, inner(value, part)]))
  }
  return texts[name] ?? '测试'.repeat(Math.ceil(Math.max(schema.minLength ?? 2, 2) / 2))
}
