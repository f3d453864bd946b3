import { z } from 'zod'
import { instant } from './common.ts'
import { fieldNames } from './field-names.ts'

/** A JSON Schema (draft 2020-12) as OpenAPI 3.1 embeds it; only what our contract makes is named. */
export interface Schema {
  type?: string
  title?: string
  description?: string
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  propertyNames?: Schema
  additionalProperties?: Schema | boolean
  $ref?: string
}

/** What a client sends (`input`), or what it receives (`output`), as JSON. */
export function jsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  labels: Readonly<Record<string, string>> = {},
): Schema {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: json }) => {
      if (zodSchema === instant) Object.assign(json, { type: 'string', format: 'date-time' })
      // a format says it already
      if (json.format) delete json.pattern
      // every JSON number a client can hold exactly: no bound at all
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
      // a later version may add fields to an answer
      if (json.additionalProperties === false) delete json.additionalProperties
    },
  })
  const { $schema: _, ...rest } = made
  return withTitles(asSchema(rest), io, { ...fieldNames, ...labels })
}

/** Sound because z.toJSONSchema gives a JSON Schema, and `Schema` names only optional keywords of one. */
function asSchema(json: object): Schema {
  return json as Schema
}

/** Names a request's fields as refusals do. */
function withTitles(
  schema: Schema,
  io: 'input' | 'output',
  titles: Readonly<Record<string, string>>,
): Schema {
  if (io === 'output' || !schema.properties) return schema
  for (const [name, property] of Object.entries(schema.properties)) {
    const title = titles[name]
    if (title) schema.properties[name] = { title, ...property }
  }
  return schema
}
