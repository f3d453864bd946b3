import { expect, test } from 'vitest'
import { describeFault, withoutValues } from './errors.ts'

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

test.each([
  ['22P02', 'invalid input syntax for type uuid: "张三"', 'invalid input syntax for type uuid'],
  ['22003', 'value "13911112222" is out of range for type integer', 'value … is out of range for type integer'],
  ['23505', 'could not create unique index "phone"', 'could not create unique index "phone"'],
])('a line about the error %s of the database has no value of a row', (code, message, line) => {
  expect(withoutValues(Object.assign(new Error(message), { code }))).toBe(line)
})
