import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { renderSchemaFiles } from '../../tools/database/schema-files/write.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { createOwnDatabase, type OwnDatabase } from './own-database.ts'

let migrated: OwnDatabase
let fresh: OwnDatabase
let done: string[][]

beforeAll(async () => {
  ;[migrated, fresh] = await Promise.all([createOwnDatabase(), createOwnDatabase()])
  await migrate(migrated.pool, '046')
  const [rest, ...two] = await Promise.all([migrate(migrated.pool), migrate(fresh.pool), migrate(fresh.pool)])
  expect(rest[0]).toMatch(/^047-/)
  done = two
})
afterAll(() => Promise.all([migrated.drop(), fresh.drop()]))

const folder = new URL('../schema/', import.meta.url)

it('server/schema is what the migrations create; if not, run npm run db:schema', async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const texts = names.map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')])
  const made = await renderSchemaFiles(migrated.pool)
  expect(names).toEqual([...made.keys()].sort())
  for (const [name = '', text] of await Promise.all(texts)) expect(made.get(name)).toBe(text)
})

it('two processes that start on an empty database create its schema only once', () => {
  expect(done.map((names) => names.length > 0).sort()).toEqual([false, true])
  expect(new Set(done.flat()).size).toBe(done.flat().length)
})

it('an empty database gets the same objects, rights and rows from server/schema as from the migrations', async () => {
  const [expected, found] = await Promise.all([listObjects(migrated.pool), listObjects(fresh.pool)])
  expect(expected.length).toBeGreaterThan(3000)
  const without = (lines: string[], others: string[]) => {
    const known = new Set(others)
    return lines.filter((line) => !known.has(line))
  }
  expect({ lacks: without(expected, found), has: without(found, expected) }).toEqual({
    lacks: [],
    has: [],
  })
  expect(found).toHaveLength(expected.length)
})

/**
 * Everything in the database except the times of migrations, one line each. It is read from the catalog, independently
 * of the code that makes server/schema.
 */
async function listObjects(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`select line from (${objectsSql}) as lines order by line`)
  const tables = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const contents = tables.rows.map(async ({ name }) => {
    const found = await pool.query<{ line: string }>(
      `select '${name}: ' || (to_jsonb(one) - '${name === 'migration' ? 'at' : ''}'::text)::text as line from ${name} as one`,
    )
    return found.rows
  })
  return [...rows, ...(await Promise.all(contents)).flat()].map(({ line }) => line)
}

/**
 * Left out: positions of dropped columns, names of not-null constraints (only PostgreSQL 18 has them), and whether a
 * new constraint checked old rows, because an empty table has none.
 */
const objectsSql = `
  select concat_ws(' ', 'relation', oid::regclass, relkind, relpersistence, relowner::regrole, relacl, reloptions, relrowsecurity, relreplident) as line
    from pg_class where relnamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'column', attrelid::regclass, row_number() over (partition by attrelid order by attnum), attname,
      format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attcollation, attstorage, attcompression, attstattarget,
      attacl, attoptions, pg_get_expr(adbin, adrelid, true))
    from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
  union all select concat_ws(' ', 'constraint', conrelid::regclass, contypid::regtype, conname, contype, condeferrable, condeferred,
      replace(pg_get_constraintdef(oid, true), ' NOT VALID', '')) from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select concat_ws(' ', 'index', indisclustered, indisvalid, indisreplident, indimmediate, pg_get_indexdef(indexrelid, 0, true))
    from pg_index join pg_class c on c.oid = indexrelid where relnamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(oid, true)) from pg_trigger where not tgisinternal
  union all select concat_ws(' ', 'function', proowner::regrole, proacl, pg_get_functiondef(oid))
    from pg_proc where pronamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'view', oid::regclass, pg_get_viewdef(oid, true)) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
  union all select concat_ws(' ', 'type', oid::regtype, typtype, typowner::regrole, typacl, typnotnull, typdefault, format_type(typbasetype, typtypmod))
    from pg_type where typnamespace = 'public'::regnamespace
  union all select concat_ws(' ', 'sequence', to_jsonb(s)) from pg_sequences s where schemaname = 'public'
  union all select concat_ws(' ', 'belongs', objid::regclass, deptype, refobjid::regclass, refobjsubid > 0)
    from pg_depend join pg_class c on c.oid = objid where classid = 'pg_class'::regclass and relkind = 'S' and refclassid = 'pg_class'::regclass
  union all select concat_ws(' ', 'comment', type, identity, description)
    from pg_description, pg_identify_object(classoid, objoid, objsubid) where schema = 'public' or identity like 'public.%'
  union all select concat_ws(' ', 'schema', nspname, nspowner::regrole, nspacl) from pg_namespace where nspname !~ '^pg_'
  union all select concat_ws(' ', 'others', (select count(*) from pg_policy), (select count(*) from pg_rewrite where ev_class >= 16384),
      (select count(*) from pg_event_trigger), (select count(*) from pg_statistic_ext), (select count(*) from pg_default_acl),
      (select count(*) from pg_extension), (select count(*) from pg_publication), (select count(*) from pg_cast where oid >= 16384),
      (select count(*) from pg_operator where oid >= 16384), (select count(*) from pg_inherits), (select count(*) from pg_enum))`
