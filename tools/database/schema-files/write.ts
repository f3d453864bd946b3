import { readdir, rm, writeFile } from 'node:fs/promises'
import type pg from 'pg'
import { findAreaOfObject, schemaAreas } from './areas.ts'
import { type CatalogTable, readCatalog } from './catalog.ts'
import { renderOther, renderTable } from './render.ts'

const folder = 'server/schema'
const title = '-- Made by `npm run db:schema` from server/migrations. To change it, write a migration.'

/** Writes server/schema anew. */
export async function writeSchema(pool: pg.Pool): Promise<void> {
  const files = await renderSchemaFiles(pool)
  for (const name of await readdir(folder)) if (name.endsWith('.sql') && !files.has(name)) await rm(`${folder}/${name}`)
  for (const [name, text] of files) await writeFile(`${folder}/${name}`, text)
}

/**
 * Renders the files of server/schema for this database, by name. A table that no area owns is left out; the structure
 * check reports it.
 */
export async function renderSchemaFiles(pool: pg.Pool): Promise<Map<string, string>> {
  const { tables, others } = await readCatalog(pool)
  const parts = schemaAreas.map(({ name, tables: owned }): [string, string[]] => {
    const own = others.filter((other) => findAreaOfObject(other, others) === name)
    const ofKind = (...kinds: string[]) => own.filter(({ kind }) => kinds.includes(kind)).map(renderOther)
    const shown = owned.flatMap((table) => tables.filter((one) => one.name === table))
    return [
      name,
      [...ofKind('domain', 'sequence'), ...shown.map(renderTable), ...ofKind('view'), ...ofKind('function')],
    ]
  })
  parts.push(['rows', await readRows(pool, tables)])
  return new Map(
    parts
      .filter(([, texts]) => texts.length > 0)
      .map(([name, texts]) => [`${name}.sql`, `${[title, ...texts].join('\n\n')}\n`]),
  )
}

/** Reads the rows that migrations have made, and the list of migrations that the schema includes. */
async function readRows(pool: pg.Pool, tables: CatalogTable[]): Promise<string[]> {
  const parts: string[] = []
  const list = { name: 'migration', columns: [{ name: 'name' }, { name: 'checksum' }] }
  for (const { name, columns } of [...tables, list]) {
    const names = columns.map((column) => column.name)
    const { rows } = await pool.query<{ row: string }>(
      `select format('(${names.map(() => '%L').join(', ')})', ${names.join(', ')}) as row from ${name} order by row`,
    )
    if (rows.length > 0)
      parts.push(`insert into ${name} (${names.join(', ')}) values\n  ${rows.map(({ row }) => row).join(',\n  ')};`)
  }
  return parts
}
