import { expect, it } from 'vitest'
import { categories } from './categories.ts'

it('category ids never change', () => {
  expect(Object.fromEntries(categories.map(({ name, id }) => [name, id]))).toEqual({
    notice: 1,
    guide: 2,
    education: 27,
    news: 28,
    political: 29,
    technology: 31,
    technologyVideo: 32,
    aboutUs: 33,
    law: 35,
    lawVideo: 36,
    expert: 38,
    pharmacist: 39,
  })
})
