import { type ImportStatement, parseImports, resolveImport, type WorkspacePackages } from '../imports.ts'
import type { ImportPermission, ProjectLayout, ProjectLayoutRoom } from '../layout.ts'
import { listCodeFiles, type SourceTree } from '../tree.ts'

/** Checks that every import follows tools/structure/rooms.ts and areas.ts. */
export function checkImports(tree: SourceTree, layout: ProjectLayout, packages: WorkspacePackages): string[] {
  const problems: string[] = []
  for (const [path, text] of listCodeFiles(tree)) {
    const room = roomOf(path, layout)
    if (!room) {
      problems.push(`${path}: no room of tools/structure/rooms.ts holds this file`)
      continue
    }
    for (const item of parseImports(text)) {
      const target = resolveImport(path, item.specifier, packages)
      const problem = target === null ? null : judge(path, room, item, target, layout)
      if (problem) problems.push(`${path}: ${problem}`)
    }
  }
  return problems
}

function roomOf(path: string, layout: ProjectLayout): ProjectLayoutRoom | undefined {
  return layout.rooms.find(({ patterns }) => patterns.some((pattern) => pattern.test(path)))
}

export function areaNameOfPath(path: string): string | undefined {
  return /^server\/src\/modules\/([^/]+)\//.exec(path)?.[1]
}

function judge(
  path: string,
  room: ProjectLayoutRoom,
  item: ImportStatement,
  target: string,
  layout: ProjectLayout,
): string | null {
  const there = roomOf(target, layout)
  if (!there) return `imports ${target}, which has no room`
  // Files of one room may import each other, but not files of another area.
  const outside = [undefined, areaNameOfPath(path)].includes(areaNameOfPath(target))
  if (there.name === room.name && outside) return null
  const fits = (permission: ImportPermission) =>
    permission.room === there.name &&
    (item.typeOnly || !permission.typesOnly) &&
    reaches(permission, path, target, layout)
  if (room.mayImport.some(fits)) return null
  const what = item.typeOnly ? 'types of ' : ''
  return `${room.name} may not import ${what}${there.name} (${target})`
}

function reaches(permission: ImportPermission, path: string, target: string, layout: ProjectLayout): boolean {
  const [from, to] = [areaNameOfPath(path), areaNameOfPath(target)]
  if (permission.reach === 'any') return true
  if (permission.reach === 'own area') return from === to
  const listed = layout.areas.find(({ name }) => name === from)?.mayImport ?? []
  return to !== undefined && listed.includes(to)
}
