import type { HouseMap } from '../map.ts'
import { codeFiles, type Tree } from '../tree.ts'
import { moduleOf } from './imports.ts'

const builder =
  /(?:\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(|\binsertOnce\(\s*[\w.]+,)\s*['"](\w+)/g
const statement = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+([a-z_]+)\b/g

/** Every table has an owner, and only that module writes it; others may read it in a join. */
export function checkTables(tree: Tree, map: HouseMap): string[] {
  return [...ownerless(tree, map), ...writtenByOthers(tree, map)]
}

/** Both ways: a table of the migrations that the map does not know, and one of the map that they do not make. */
function ownerless(tree: Tree, map: HouseMap): string[] {
  const made = madeTables(tree)
  const owned = new Set([...map.modules.flatMap(({ tables }) => tables), ...map.platformTables])
  return [
    ...[...made]
      .filter((table) => !owned.has(table))
      .map((table) => `docs/map.md: nobody owns the table ${table}`),
    ...[...owned]
      .filter((table) => !made.has(table))
      .map((table) => `docs/map.md: no migration makes the table ${table}`),
  ]
}

/** What stands when all migrations have run. */
function madeTables(tree: Tree): Set<string> {
  const made = new Set<string>()
  const migrations = [...tree.texts].filter(([path]) => /^server\/migrations\/.+\.sql$/.test(path))
  for (const [, text] of migrations.sort())
    for (const [, verb, table = ''] of text.matchAll(/^(create|drop) table (\w+)/gm))
      verb === 'create' ? made.add(table) : made.delete(table)
  return made
}

function writtenByOthers(tree: Tree, map: HouseMap): string[] {
  const owners = new Map(
    [...map.modules, { name: 'the platform', tables: map.platformTables }].flatMap(
      ({ name, tables }) => tables.map((table) => [table, name]),
    ),
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
