import type { Permission } from '@ce/contract'
import { permissions } from '@ce/contract/permissions'
import { expect, it } from 'vitest'
import { byArea } from './permission-areas.ts'

const every = Object.keys(permissions) as Permission[]

it('every permission stands once, below a heading of the menu', () => {
  const shown = byArea(every)
  expect([...shown.keys()]).toEqual(['内容', '教学', '学员', '考务', '学时与证明', '财务', '系统'])
  expect([...shown.values()].flat().sort()).toEqual([...every].sort())
})

it('a heading is there only with a permission below it', () => {
  expect([...byArea(['audit.read', 'poster.read'])]).toEqual([
    ['内容', ['poster.read']],
    ['系统', ['audit.read']],
  ])
})
