import { describe, expect, it } from 'vitest'
import { bringsNew } from './replaced.ts'

const lessons = (...ids: string[]) => ids.map((id) => ({ id }))

describe('lessons that came after the page was opened', () => {
  it('tells another version from the same lessons heard of again', () => {
    expect(bringsNew(lessons('a', 'b'), lessons('a', 'b'))).toBe(false)
    expect(bringsNew(lessons('a', 'b'), lessons('c', 'd', 'e'))).toBe(true)
  })

  it('has nothing to say of a course without lessons', () => {
    expect(bringsNew([], [])).toBe(false)
  })
})
