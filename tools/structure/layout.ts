import type { AreaRow } from './areas.ts'
import { globToRegExp } from './glob.ts'
import type { ImportTerm, RoomRow } from './rooms.ts'

export interface ImportPermission {
  room: string
  typesOnly: boolean
  reach: 'any' | 'own area' | 'listed areas'
}

export interface ProjectLayoutRoom {
  name: string
  patterns: RegExp[]
  mayImport: ImportPermission[]
}

/** The content of rooms.ts and areas.ts in the form that the structure rules need. */
export interface ProjectLayout {
  rooms: ProjectLayoutRoom[]
  areas: AreaRow[]
  platformTables: string[]
}

export function buildLayout(rooms: RoomRow[], areas: AreaRow[], platformTables: string[]): ProjectLayout {
  const compiled = rooms.map(({ name, files, mayImport }) => ({
    name,
    patterns: files.map(globToRegExp),
    mayImport: mayImport.map(permission),
  }))
  return { rooms: compiled, areas, platformTables }
}

function permission(term: ImportTerm): ImportPermission {
  const [, types, reach, room = ''] = /^(types of )?(own |listed )?(.+)$/.exec(term) ?? []
  return {
    room,
    typesOnly: Boolean(types),
    reach: reach === 'own ' ? 'own area' : reach === 'listed ' ? 'listed areas' : 'any',
  }
}

/** Returns areas that import each other in a circle, as a path, or null. */
export function findModuleCircle(areas: Pick<AreaRow, 'name' | 'mayImport'>[]): string[] | null {
  const next = new Map(areas.map(({ name, mayImport }) => [name, mayImport]))
  const done = new Set<string>()
  const visit = (name: string, path: string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return null
    for (const other of next.get(name) ?? []) {
      const circle = visit(other, [...path, name])
      if (circle) return circle
    }
    done.add(name)
    return null
  }
  for (const { name } of areas) {
    const circle = visit(name, [])
    if (circle) return circle
  }
  return null
}
