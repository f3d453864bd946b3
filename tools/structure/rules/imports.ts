import { type Import, importsOf, type Packages, resolveImport } from '../imports.ts'
import type { HouseMap, Permission, Room } from '../map.ts'
import { codeFiles, type Tree } from '../tree.ts'

/** Every import follows the two tables of docs/map.md. */
export function checkImports(tree: Tree, map: HouseMap, packages: Packages): string[] {
  const problems: string[] = []
  for (const [path, text] of codeFiles(tree)) {
    const room = roomOf(path, map)
    if (!room) {
      problems.push(`${path}: no room of docs/map.md holds this file`)
      continue
    }
    for (const item of importsOf(text)) {
      const target = resolveImport(path, item.specifier, packages)
      const problem = target === null ? null : judge(path, room, item, target, map)
      if (problem) problems.push(`${path}: ${problem}`)
    }
  }
  return problems
}

/** The first row whose pattern fits. */
function roomOf(path: string, map: HouseMap): Room | undefined {
  return map.rooms.find(({ patterns }) => patterns.some((pattern) => pattern.test(path)))
}

export function moduleOf(path: string): string | undefined {
  return /^server\/src\/modules\/([^/]+)\//.exec(path)?.[1]
}

function judge(
  path: string,
  room: Room,
  item: Import,
  target: string,
  map: HouseMap,
): string | null {
  const there = roomOf(target, map)
  if (!there) return `imports ${target}, which has no room`
  // a room is one in itself, except that modules are apart
  const outside = [undefined, moduleOf(path)].includes(moduleOf(target))
  if (there.name === room.name && outside) return null
  const fits = (permission: Permission) =>
    permission.room === there.name &&
    (item.typeOnly || !permission.typesOnly) &&
    reaches(permission, path, target, map)
  if (room.mayImport.some(fits)) return null
  const what = item.typeOnly ? 'types of ' : ''
  return `${room.name} may not import ${what}${there.name} (${target})`
}

function reaches(permission: Permission, path: string, target: string, map: HouseMap): boolean {
  const [from, to] = [moduleOf(path), moduleOf(target)]
  if (permission.reach === 'any') return true
  if (permission.reach === 'own module') return from === to
  const listed = map.modules.find(({ name }) => name === from)?.mayImport ?? []
  return to !== undefined && listed.includes(to)
}
