import { clientCalls, staffCalls } from '@ce/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { chineseZodLocale } from './chinese-errors.ts'

const zods = 'words of zod'
const odd = [null, 1.5, 'x', true, { x: 1 }, [{}], ['x']]
const worded = ['invalid_type', 'too_small', 'too_big']

beforeAll(() => {
  const localeError = (issue: z.core.$ZodRawIssue) =>
    worded.includes(issue.code) ? chineseZodLocale.localeError(issue) : zods
  z.config({ localeError })
})
afterAll(() => {
  z.config(chineseZodLocale)
})

function fieldsOf(name: string, schema: z.ZodType): [string, z.ZodType][] {
  if (!(schema instanceof z.ZodObject)) return [[name, schema]]
  return Object.entries<z.ZodType>(schema.shape).flatMap(([key, field]) => fieldsOf(`${name}.${key}`, field))
}

const fields = Object.entries({ ...clientCalls, ...staffCalls }).flatMap(([module, calls]) =>
  Object.entries<{ request: z.ZodType }>(calls).flatMap(([call, { request }]) =>
    fieldsOf(`${module}.${call}`, request),
  ),
)

it('the contract has Chinese texts for every refusal of a wrong value', () => {
  expect(fields.length).toBeGreaterThan(300)
  const wordless = fields.filter(([, field]) =>
    odd.some((value) => field.safeParse(value).error?.issues.some(({ message }) => message.startsWith(zods))),
  )
  expect(wordless.map(([name]) => name)).toEqual([])
})
