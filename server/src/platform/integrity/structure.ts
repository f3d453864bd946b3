import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { IntegritySlice } from './rounds.ts'

interface ForeignKey {
  name: string
  child: string
  parent: string
  childColumns: string[]
  parentColumns: string[]
}

/**
 * Looks for rows whose referenced row is missing, one foreign key at a time. PostgreSQL checks them only when it writes,
 * so a damaged or partly restored database may lack some.
 */
export async function checkReferences({ db }: Deps, after: string | null): Promise<IntegritySlice> {
  const { rows } = await sql<ForeignKey>`
    select format('%s.%s', conrelid::regclass, conname) as name, conrelid::regclass::text as child,
      confrelid::regclass::text as parent,
      array(select quote_ident(attname) from unnest(conkey) with ordinality as one (no, place)
        join pg_attribute on attrelid = conrelid and attnum = no order by place) as "childColumns",
      array(select quote_ident(attname) from unnest(confkey) with ordinality as one (no, place)
        join pg_attribute on attrelid = confrelid and attnum = no order by place) as "parentColumns"
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
      and format('%s.%s', conrelid::regclass, conname) > ${after ?? ''}
    order by name limit 1`.execute(db)
  const [key] = rows
  if (!key) return { checked: 0, faults: [], next: null }
  const { name, child, parent, childColumns, parentColumns } = key
  const pairs = childColumns.map((column, at) => `child.${column} = parent.${parentColumns[at]}`)
  const present = childColumns.map((column) => `child.${column} is not null`)
  const missing = await sql<{ count: number }>`
    select count(*)::float8 as count from ${sql.raw(child)} child
    where ${sql.raw(present.join(' and '))}
      and not exists (select from ${sql.raw(parent)} parent where ${sql.raw(pairs.join(' and '))})`.execute(db)
  const count = missing.rows[0]?.count ?? 0
  const faults =
    count > 0 ? [`${count} rows of ${child} name rows that ${parent} lacks (${childColumns.join(', ')})`] : []
  return { checked: 1, faults, next: name }
}

/** A sequence behind its column would give numbers a second time. */
export async function checkSequences({ db }: Deps): Promise<IntegritySlice> {
  const { rows } = await sql<{ sequence: string; table: string; column: string }>`
    select sequence.oid::regclass::text as sequence, refobjid::regclass::text as table, quote_ident(attname) as column
    from pg_class sequence
    join pg_depend on classid = 'pg_class'::regclass and objid = sequence.oid and deptype in ('a', 'i')
      and refclassid = 'pg_class'::regclass
    join pg_attribute on attrelid = refobjid and attnum = refobjsubid
    where sequence.relkind = 'S' and sequence.relnamespace = 'public'::regnamespace order by sequence`.execute(db)
  const faults: string[] = []
  for (const { sequence, table, column } of rows) {
    // The column is read first, because the sequence only grows.
    const used = await sql<{ most: number | null }>`
      select max(${sql.raw(column)})::float8 as most from ${sql.raw(table)}`.execute(db)
    const given = await sql<{ last: number }>`
      select case when is_called then last_value else last_value - 1 end::float8 as last from ${sql.raw(sequence)}`.execute(
      db,
    )
    const [most, last] = [used.rows[0]?.most ?? 0, given.rows[0]?.last ?? 0]
    if (most > last) faults.push(`sequence ${sequence} stands at ${last}, ${table} already has ${most}`)
  }
  return { checked: rows.length, faults, next: null }
}
