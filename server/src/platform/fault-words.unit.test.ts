import { expect, test } from 'vitest'
import { describeFault } from './errors.ts'

test('a database error is logged without the row that it quotes', () => {
  const error = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    constraint: 'student_phone',
    detail: 'Key (phone)=(13911112222) already exists.',
  })
  expect(describeFault(error)).toMatch(/^23505 student_phone Error: duplicate key value\n/)
  expect(describeFault(error)).not.toContain('13911112222')
  expect(describeFault('stopped')).toBe('stopped')
})
