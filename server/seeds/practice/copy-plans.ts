import type pg from 'pg'
import { defaultSettings } from '../../src/platform/settings.ts'

/** SQL expressions over the row `t` that replace the source's values, by column. */
type Instead = Record<string, string>

interface Copied {
  table: string
  instead?: Instead
  where?: string
}

/** The authors of the source are real people, so their names are replaced. */
const nobody: Instead = { updated_by: `'system'` }

/** Copied tables in foreign key order. People, money and files of the source are never read. */
const catalogue = (film: { id: string; durationDs: number }): Copied[] => [
  {
    table: 'setting',
    // Only defined settings are copied. Other rows are notes of jobs, and the invoice issuer is real.
    where: `key = any(array[${Object.keys(defaultSettings)
      .filter((key) => !key.startsWith('invoice.seller'))
      .map((key) => `'${key}'`)
      .join(', ')}])`,
  },
  { table: 'role' },
  { table: 'role_permission' },
  { table: 'teacher', instead: nobody },
  {
    table: 'course',
    instead: {
      ...nobody,
      cover_file_id: 'null',
      current_version_id: 'null',
      trial_seconds: 'least(t.trial_seconds, 5)',
    },
  },
  {
    table: 'course_version',
    instead: { ...nobody, published_by: `case when t.published_at is not null then 'system' end` },
  },
  {
    table: 'lesson',
    instead: {
      duration_ds: `case t.kind when 'VIDEO' then ${film.durationDs} else t.duration_ds end`,
      video_file_id: `case t.kind when 'VIDEO' then '${film.id}'::uuid end`,
      low_video_file_id: 'null',
      captions_file_id: 'null',
      article_html: String.raw`regexp_replace(t.article_html, '<img\M[^>]*>', '（此处图片在演练环境中略去）', 'gi')`,
    },
  },
  { table: 'question', instead: { ...nobody, import_id: 'null' } },
  { table: 'plan', instead: nobody },
  { table: 'plan_course' },
  { table: 'reduction_type', instead: nobody },
  { table: 'reduction_rule' },
]

const step = 500

/**
 * Copies plans with their ids. The source is read in a read-only transaction. @returns number of copied rows by table
 */
export async function copyPlans(
  source: pg.ClientBase,
  target: pg.ClientBase,
  film: { id: string; durationDs: number },
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  await source.query('begin transaction isolation level repeatable read read only')
  try {
    await target.query('begin')
    // The copied course versions are already published, with their lessons.
    await target.query('delete from role_permission')
    await target.query('delete from role')
    await target.query('alter table lesson disable trigger user')
    for (const one of catalogue(film)) counts[one.table] = await copyTable(source, target, one)
    await copyTaught(source, target)
    await target.query('alter table lesson enable trigger user')
    await target.query('commit')
  } catch (error) {
    await target.query('rollback').catch(() => {})
    throw error
  } finally {
    // The rollback guarantees that nothing was written to the source.
    await source.query('rollback').catch(() => {})
  }
  return counts
}

async function copyTable(source: pg.ClientBase, target: pg.ClientBase, one: Copied) {
  const { table, instead = {}, where = 'true' } = one
  const columns = await writtenColumns(target, table)
  const read = columns.map((column) => `${instead[column] ?? `t.${column}`} as ${column}`)
  const write = `
    insert into ${table} (${columns.join(', ')}) overriding system value
    select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1::jsonb)`
  await source.query(`declare plans no scroll cursor for
    select to_jsonb(copied)::text as row from (select ${read.join(', ')} from ${table} t where ${where}) copied`)
  let count = 0
  for (;;) {
    const { rows } = await source.query<{ row: string }>(`fetch ${step} from plans`)
    if (rows.length === 0) break
    await target.query(write, [`[${rows.map(({ row }) => row).join(',')}]`])
    count += rows.length
  }
  await source.query('close plans')
  return count
}

async function writtenColumns(target: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await target.query<{ name: string }>(
    `select column_name::text as name from information_schema.columns
    where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Courses and their versions refer to each other, so these references are copied last. */
async function copyTaught(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const { rows } = await source.query(
    'select id, current_version_id as version from course where current_version_id is not null',
  )
  await target.query(
    `update course set current_version_id = taught.version
    from jsonb_to_recordset($1::jsonb) as taught (id uuid, version uuid) where course.id = taught.id`,
    [JSON.stringify(rows)],
  )
  await target.query(`select setval(pg_get_serial_sequence('question', 'no'), greatest(max(no), 1)) from question`)
}
