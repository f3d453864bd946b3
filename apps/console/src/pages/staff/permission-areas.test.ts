import type { Permission } from '@ce/contract'
import { permissions } from '@ce/contract/permissions'
import { expect, it } from 'vitest'
import { groupPermissionsByArea } from './permission-areas.ts'

const every = Object.keys(permissions) as Permission[]

it('every permission belongs to exactly one menu heading', () => {
  const shown = groupPermissionsByArea(every)
  expect([...shown.keys()]).toEqual(['内容', '教学', '学员', '考务', '学时与证明', '财务', '系统'])
  expect([...shown.values()].flat().sort()).toEqual([...every].sort())
})

it('a menu heading is shown only with at least one permission', () => {
  expect([...groupPermissionsByArea(['audit.read', 'poster.read'])]).toEqual([
    ['内容', ['poster.read']],
    ['系统', ['audit.read']],
  ])
})
