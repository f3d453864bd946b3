import { expect, it } from 'vitest'
import { who } from '../../components/who.ts'
import { detailWords } from './words.ts'

it('tells an event without codes', () => {
  expect(detailWords({ status: 'DONE', ours: 12_000, key: 'x' })).toBe(
    '平台状态 已退回，平台金额 ¥120.00',
  )
  expect(detailWords({ status: 'UNHEARD_OF' })).toBe('平台状态 UNHEARD_OF')
})

it('names whoever is no member of staff by what they are', () => {
  expect(['system', 'student:1', 'organisation:2', 'finance'].map((actor) => who(actor))).toEqual([
    '系统',
    '学员',
    '用人单位',
    'finance',
  ])
})
