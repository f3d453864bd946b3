import type { StaffSession } from '@ce/client/staff-session.ts'
import type { Permission } from '@ce/contract'
import { permissions } from '@ce/contract/permissions'
import type { RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import { routes } from '../routes.tsx'
import { desksOf, groupAt } from './desks.ts'

const withPermissions = (...permissions: Permission[]): StaffSession => ({
  token: 't',
  me: {
    id: '1',
    username: 'tester',
    name: '测试',
    roles: [],
    permissions,
    mustChangePassword: false,
    idleSeconds: 1800,
    totp: 'ON',
  },
})

it('a heading is there only with a desk below it', () => {
  expect(desksOf(withPermissions())).toEqual([])
  const shown = desksOf(withPermissions('reduction.read', 'audit.read'))
  expect(shown.map(({ title, desks }) => [title, ...desks.map(({ text }) => text)])).toEqual([
    ['学时与证明', '减免审核', '减免类型'],
    ['系统', '操作日志'],
  ])
})

it('a page below a desk belongs to its group, one that only begins alike does not', () => {
  const shown = desksOf(withPermissions('poster.read', 'question.read', 'site.edit'))
  expect(groupAt('/posters/12', shown)).toBe('内容')
  expect(groupAt('/questions/import', shown)).toBe('教学')
  expect(groupAt('/poster-import', shown)).toBeUndefined()
  expect(groupAt('/', shown)).toBeUndefined()
})

const every = Object.keys(permissions) as Permission[]
const menuOf = (held: Permission[]) =>
  desksOf(withPermissions(...held)).flatMap(({ desks }) => desks.map(({ to }) => to))
const below = (some: RouteObject[]): RouteObject[] =>
  some.flatMap((route) => [route, ...below(route.children ?? [])])
const needed = new Map(below(routes).map(({ path, handle }) => [path, handle?.permission]))

it.each(menuOf(every))('the page %s asks for what the menu asks before it shows it', (to) => {
  const without = every.filter((permission) => permission !== needed.get(to))
  expect(without).toHaveLength(every.length - 1)
  expect(menuOf(without)).not.toContain(to)
})
