import { expect, it } from 'vitest'
import { wordsOf } from './SearchForm.tsx'

it('looks for words without the spaces around them, and for nothing where only spaces were typed', () => {
  expect(wordsOf({ name: ' 张三 ', phone: '  ', employer: '', state: undefined })).toEqual({
    name: '张三',
    phone: undefined,
    employer: undefined,
    state: undefined,
  })
})
