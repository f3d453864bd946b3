import type { JsonSchema } from '@ce/contract/openapi'

export interface ApiFieldRow {
  /** Path of a field, such as `list[].teacher.name`. */
  path: string
  title: string
  type: string
  required: boolean
  rules: string
}

export function listApiFieldRows(schema: JsonSchema, prefix = ''): ApiFieldRow[] {
  const nested = objectsOf(schema, prefix)
  return nested.flatMap(([base, object]) =>
    Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
      const path = base ? `${base}.${name}` : name
      const row: ApiFieldRow = {
        path,
        title: property.title ?? '',
        type: typeOf(property),
        required: object.required?.includes(name) ?? false,
        rules: rulesOf(property),
      }
      return [row, ...listApiFieldRows(property, path)]
    }),
  )
}

function objectsOf(schema: JsonSchema, path: string): [string, JsonSchema][] {
  if (schema.properties) return [[path, schema]]
  if (schema.items) return objectsOf(schema.items, `${path}[]`)
  return (schema.anyOf ?? schema.oneOf ?? []).flatMap((one) => objectsOf(one, path))
}

const formats: Record<string, string> = {
  uuid: '编号',
  date: '日期 YYYY-MM-DD',
  'date-time': '时刻 ISO 8601 UTC',
  binary: '文件',
}
const types: Record<string, string> = {
  string: '文字',
  integer: '整数',
  number: '数字',
  boolean: '真假',
  null: '空',
  object: '对象',
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' 或 ')
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`
  if (schema.type === 'array') return `列表<${typeOf(schema.items ?? {})}>`
  if (schema.propertyNames && typeof schema.additionalProperties === 'object')
    return `{${typeOf(schema.propertyNames)}: ${typeOf(schema.additionalProperties)}}`
  return formats[schema.format ?? ''] ?? types[schema.type ?? ''] ?? '任意'
}

function rulesOf(schema: JsonSchema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern } = schema
  return [
    schema.description,
    between(minLength, maxLength, ' 个字'),
    between(minimum, maximum, ''),
    between(minItems, maxItems, ' 项'),
    pattern && (pattern.includes('\\u0000') ? '不含控制字符' : `匹配 ${pattern}`),
    schema.default === undefined ? undefined : `默认 ${JSON.stringify(schema.default)}`,
  ]
    .filter(Boolean)
    .join('；')
}

function between(least: number | undefined, most: number | undefined, unit: string) {
  if (least === undefined && most === undefined) return undefined
  if (least === undefined) return `≤ ${most}${unit}`
  return most === undefined ? `≥ ${least}${unit}` : `${least}–${most}${unit}`
}
