import { z } from 'zod'
import { instant } from './common.ts'
import { fieldNames } from './field-names.ts'

/** The part of JSON Schema 2020-12 used by our contract, as in OpenAPI 3.1. */
export interface JsonSchema {
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
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  propertyNames?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  $ref?: string
}

export function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  labels: Readonly<Record<string, string>> = {},
): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: json }) => {
      if (zodSchema === instant) Object.assign(json, { type: 'string', format: 'date-time' })
      // Remove the pattern, because the format already says the same.
      if (json.format) delete json.pattern
      // The bound of safe integers is no real limit, so it is left out.
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
      // Do not forbid unknown fields, because later versions may add fields to a response.
      if (json.additionalProperties === false) delete json.additionalProperties
    },
  })
  const { $schema: _, ...rest } = made
  return withTitles(asSchema(rest), io, { ...fieldNames, ...labels })
}

/** The cast is safe, because `JsonSchema` contains only optional JSON Schema keywords. */
function asSchema(json: object): JsonSchema {
  return json as JsonSchema
}

/** Adds the Chinese field names that refusals use. */
function withTitles(schema: JsonSchema, io: 'input' | 'output', titles: Readonly<Record<string, string>>): JsonSchema {
  if (io === 'output' || !schema.properties) return schema
  for (const [name, property] of Object.entries(schema.properties)) {
    const title = titles[name]
    if (title) schema.properties[name] = { title, ...property }
  }
  return schema
}
