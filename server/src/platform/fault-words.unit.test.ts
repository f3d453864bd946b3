import { expect, test } from 'vitest'
import { faultWords } from './fault-words.ts'

test('an error of the database is logged without the row it quotes', () => {
  const error = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    constraint: 'student_phone',
    detail: 'Key (phone)=(13911112222) already exists.',
  })
  expect(faultWords(error)).toMatch(/^23505 student_phone Error: duplicate key value\n/)
  expect(faultWords(error)).not.toContain('13911112222')
  expect(faultWords('stopped')).toBe('stopped')
})
