import type { ProjectLayout } from '../layout.ts'
import { listCodeFiles, type SourceTree } from '../tree.ts'
import { areaNameOfPath } from './imports.ts'

const builder =
  /(?:\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(|\bproposalTable\(|\binsert(?:Once|Row)\(\s*[\w.]+,)\s*['"](\w+)/g
const statement = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+([a-z_]+)\b/g

/** Checks that every table has an owner and that only this area writes it; other areas may read it in a join. */
export function checkTables(tree: SourceTree, layout: ProjectLayout): string[] {
  return [...ownerless(tree, layout), ...writtenByOthers(tree, layout)]
}

/** Lists tables of the migrations that areas.ts does not know, and tables in areas.ts that no migration creates. */
function ownerless(tree: SourceTree, layout: ProjectLayout): string[] {
  const made = madeTables(tree)
  const owned = new Set([...layout.areas.flatMap(({ tables }) => tables), ...layout.platformTables])
  return [
    ...[...made]
      .filter((table) => !owned.has(table))
      .map((table) => `tools/structure/areas.ts: nobody owns the table ${table}`),
    ...[...owned]
      .filter((table) => !made.has(table))
      .map((table) => `tools/structure/areas.ts: no migration makes the table ${table}`),
  ]
}

function madeTables(tree: SourceTree): Set<string> {
  const made = new Set<string>()
  const migrations = [...tree.texts].filter(([path]) => /^server\/migrations\/.+\.sql$/.test(path))
  for (const [, text] of migrations.sort())
    for (const [, verb, table = ''] of text.matchAll(/^(create|drop) table (?:if (?:not )?exists )?(\w+)/gm))
      verb === 'create' ? made.add(table) : made.delete(table)
  return made
}

function writtenByOthers(tree: SourceTree, layout: ProjectLayout): string[] {
  const owners = new Map(
    [...layout.areas, { name: 'the platform', tables: layout.platformTables }].flatMap(({ name, tables }) =>
      tables.map((table) => [table, name]),
    ),
  )
  return listCodeFiles(tree)
    .filter(([path]) => areaNameOfPath(path) && !path.endsWith('.test.ts'))
    .flatMap(([path, text]) =>
      listWrittenTables(text)
        .filter((table) => owners.has(table) && owners.get(table) !== areaNameOfPath(path))
        .map((table) => `${path}: writes ${table}, which belongs to ${owners.get(table)}`),
    )
}

/** Lists tables that the query builder or SQL text writes. */
export function listWrittenTables(text: string): string[] {
  const built = [...text.matchAll(builder)].map(([, name = '']) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  const said = [...text.matchAll(statement)].map(([, name = '']) => name)
  return [...new Set([...built, ...said])]
}
