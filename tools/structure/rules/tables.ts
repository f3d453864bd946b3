import type { HouseMap } from '../map.ts'
import { codeFiles, type Tree } from '../tree.ts'
import { moduleOf } from './imports.ts'

const builder =
  /(?:\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(|\binsertOnce\(\s*[\w.]+,)\s*['"](\w+)/g
const statement = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+([a-z_]+)\b/g

/** Only its own module writes a table; others may read it in a join. */
export function checkTables(tree: Tree, map: HouseMap): string[] {
  const owners = new Map(
    map.modules.flatMap(({ name, tables }) => tables.map((table) => [table, name])),
  )
  return codeFiles(tree)
    .filter(([path]) => moduleOf(path) && !path.endsWith('.test.ts'))
    .flatMap(([path, text]) =>
      writtenTables(text)
        .filter((table) => owners.has(table) && owners.get(table) !== moduleOf(path))
        .map((table) => `${path}: writes ${table}, which belongs to ${owners.get(table)}`),
    )
}

/** Names as in SQL, of the query builder and of SQL text alike. */
export function writtenTables(text: string): string[] {
  const built = [...text.matchAll(builder)].map(([, name = '']) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  const said = [...text.matchAll(statement)].map(([, name = '']) => name)
  return [...new Set([...built, ...said])]
}
