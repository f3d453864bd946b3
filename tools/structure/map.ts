import { globToRegExp } from './glob.ts'

/** One term of "may import": `contract`, `types of contract`, `own store`, `listed service`. */
export interface Permission {
  room: string
  typesOnly: boolean
  reach: 'any' | 'own module' | 'listed modules'
}

export interface Room {
  name: string
  patterns: RegExp[]
  mayImport: Permission[]
}

export interface ModuleRow {
  name: string
  mayImport: string[]
  tables: string[]
}

export interface HouseMap {
  rooms: Room[]
  modules: ModuleRow[]
  /** tables that no module owns but the platform */
  platformTables: string[]
}

/** Reads the two tables that are the rule out of docs/map.md. @throws Error when one is missing */
export function parseMap(markdown: string): HouseMap {
  return {
    rooms: tableUnder(markdown, ['Room', 'Where', 'May import']).map(
      ([name = '', where = '', mayImport = '']) => ({
        name: plain(name),
        patterns: ticked(where).map(globToRegExp),
        mayImport: terms(mayImport).map(permission),
      }),
    ),
    modules: tableUnder(markdown, ['Module', 'May import', 'Writes the tables']).map(
      ([name = '', mayImport = '', tables = '']) => ({
        name: plain(name),
        mayImport: terms(mayImport),
        tables: terms(tables),
      }),
    ),
    platformTables: terms(/The platform writes the\s+rest: ([^.]+)\./.exec(markdown)?.[1] ?? ''),
  }
}

/** The cells of the table whose head begins with these columns. */
function tableUnder(markdown: string, head: string[]): string[][] {
  const rows = markdown.split('\n').map(cells)
  const start = rows.findIndex((row) => head.every((title, index) => row[index] === title))
  if (start < 0) throw new Error(`docs/map.md has no table "${head.join(' | ')}"`)
  const rest = rows.slice(start + 2)
  const end = rest.findIndex((row) => row.length === 0)
  return end < 0 ? rest : rest.slice(0, end)
}

function cells(line: string): string[] {
  if (!line.startsWith('|')) return []
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

function plain(cell: string): string {
  return cell.replaceAll('`', '').trim()
}

function ticked(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
}

/** A comma-separated cell; `nothing` and `–` are empty. */
function terms(cell: string): string[] {
  const list = plain(cell).split(/\s*,\s*/)
  return list.filter((term) => term !== '' && term !== '–' && !term.startsWith('nothing'))
}

function permission(term: string): Permission {
  const [, types, reach, room = ''] = /^(types of )?(own |listed )?(.+)$/.exec(term) ?? []
  return {
    room,
    typesOnly: Boolean(types),
    reach: reach === 'own ' ? 'own module' : reach === 'listed ' ? 'listed modules' : 'any',
  }
}

/** A circle among the modules, as a path, or null. */
export function findCircle(modules: Pick<ModuleRow, 'name' | 'mayImport'>[]): string[] | null {
  const next = new Map(modules.map(({ name, mayImport }) => [name, mayImport]))
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
  for (const { name } of modules) {
    const circle = visit(name, [])
    if (circle) return circle
  }
  return null
}
