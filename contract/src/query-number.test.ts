import { expect, it } from 'vitest'
import { z } from 'zod'
import { pageQuery } from './common.ts'
import { type AnyCallDefinition, clientCalls, employerCalls, staffCalls } from './index.ts'

it('accepts only plain decimal notation for numbers in a query', () => {
  const query = z.object(pageQuery)
  expect(query.parse({})).toEqual({ page: 1, pageSize: 20 })
  expect(query.parse({ page: '3', pageSize: 50 })).toEqual({ page: 3, pageSize: 50 })
  for (const page of ['0x2', '2e0', ' 2', '', null, true, [2], 'Infinity'])
    expect(query.safeParse({ page }).success, String(page)).toBe(false)
})

it('every call reads numbers in a query in the same way', () => {
  const modules: Record<string, Record<string, AnyCallDefinition>>[] = [clientCalls, staffCalls, employerCalls]
  const gets = modules
    .flatMap((calls) => Object.values(calls).flatMap((module) => Object.values(module)))
    .filter(({ method }) => method === 'GET')
  const numbers = gets.flatMap(({ path, request }) =>
    Object.entries(request instanceof z.ZodObject ? request.shape : {})
      .filter(([, field]) => z.safeParse(field, '1').data === 1 || z.safeParse(field, '2026').data === 2026)
      .map(([name, field]) => ({ name: `${path} ${name}`, field })),
  )
  expect(numbers.length).toBeGreaterThan(20)
  for (const { name, field } of numbers)
    for (const text of ['0x1', '0x7EA', '1e0', '2026e0', ' 2026'])
      expect(z.safeParse(field, text).success, `${name}=${text}`).toBe(false)
})
