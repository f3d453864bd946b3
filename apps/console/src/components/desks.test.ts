import type { StaffSession } from '@ce/client/staff-session.ts'
import type { Permission } from '@ce/contract'
import { permissions } from '@ce/contract/permissions'
import { expect, it } from 'vitest'
import { menuGroups } from '../page-route.ts'
import { consoleDeskRoutes as pages } from '../routes.tsx'
import { deskGroupOfPath, deskGroups, permittedDeskGroups } from './desks.ts'

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

const shownTo = (...permissions: Permission[]) =>
  permittedDeskGroups(withPermissions(...permissions), deskGroups(pages))

it('a menu heading is shown only with at least one desk', () => {
  expect(shownTo()).toEqual([])
  const shown = shownTo('reduction.read', 'audit.read')
  expect(shown.map(({ title, desks }) => [title, ...desks.map(({ text }) => text)])).toEqual([
    ['学时与证明', '减免审核', '减免类型'],
    ['系统', '操作日志'],
  ])
})

it('a page belongs to the menu group of its desk, but not to a desk with a similar path prefix', () => {
  const shown = shownTo('poster.read', 'question.read', 'site.edit')
  expect(deskGroupOfPath('/posters/12', shown)).toBe('内容')
  expect(deskGroupOfPath('/questions/import', shown)).toBe('教学')
  expect(deskGroupOfPath('/poster-import', shown)).toBeUndefined()
  expect(deskGroupOfPath('/', shown)).toBeUndefined()
})

const every = Object.keys(permissions) as Permission[]
const menuOf = (held: Permission[]) => shownTo(...held).flatMap(({ desks }) => desks.map(({ to }) => to))
const needed = new Map(pages.map(({ path, handle }) => [path, handle.permission]))

it('the menu lists every page that declares a desk, in the order of the headings', () => {
  const declared = pages.filter(({ handle }) => handle.menu)
  expect(menuOf(every).toSorted()).toEqual(declared.map(({ path }) => path).toSorted())
  expect(shownTo(...every).map(({ title }) => title)).toEqual(menuGroups)
})

it.each(menuOf(every))('the menu shows %s only to staff who may open the page', (to) => {
  const without = every.filter((permission) => permission !== needed.get(to))
  expect(without).toHaveLength(every.length - 1)
  expect(menuOf(without)).not.toContain(to)
})
