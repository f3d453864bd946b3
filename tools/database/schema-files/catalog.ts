import type pg from 'pg'

/** One table with all its parts, each as PostgreSQL prints it. */
export interface CatalogTable {
  name: string
  comment: string | null
  options: string | null
  columns: Column[]
  /** `column` is set only when the constraint is about exactly one column. */
  constraints: { name: string; text: string; column: string | null }[]
  indexes: string[]
  triggers: string[]
  /** `range (column)` of a partitioned table. */
  partitionedBy: string | null
  /** Partitions that migrations make. The program makes those of months. */
  partitions: { name: string; values: string }[]
}

interface Column {
  name: string
  type: string
  notNull: boolean
  identity: '' | 'a' | 'd'
  generated: boolean
  value: string | null
  comment: string | null
}

const ours = `'public'::regnamespace`

/** Selects the parts of tables as arrays. Their order does not depend on how the database was made. */
const tablesSql = `
  select relname as name, obj_description(c.oid, 'pg_class') as comment, array_to_string(reloptions, ', ') as options,
    array(select json_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'notNull', attnotnull,
        'identity', attidentity, 'generated', attgenerated <> '', 'value', pg_get_expr(adbin, adrelid, true),
        'comment', col_description(c.oid, attnum))
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns,
    array(select json_build_object('name', conname, 'text', pg_get_constraintdef(oid, true),
        'column', (select attname from pg_attribute where conkey = array[attnum] and attrelid = c.oid)) from pg_constraint
      where conrelid = c.oid and contype not in ('n', 't') order by position(contype in 'puxfc'), conname) as constraints,
    array(select pg_get_indexdef(indexrelid, 0, true) from pg_index join pg_class i on i.oid = indexrelid
      where indrelid = c.oid and not exists (select from pg_constraint where conindid = indexrelid and conrelid = c.oid)
      order by relname) as indexes,
    array(select pg_get_triggerdef(oid, true) from pg_trigger where tgrelid = c.oid and not tgisinternal order by tgname) as triggers,
    pg_get_partkeydef(c.oid) as "partitionedBy",
    array(select json_build_object('name', relname, 'values', pg_get_expr(relpartbound, p.oid))
      from pg_inherits join pg_class p on p.oid = inhrelid where inhparent = c.oid order by relname) as partitions
  from pg_class c where relnamespace = ${ours} and relkind in ('r', 'p') and not relispartition and relname <> 'migration' order by relname`

export interface CatalogObject {
  kind: 'domain' | 'sequence' | 'view' | 'function'
  name: string
  head: string
  /** The exact body of a function. */
  body: string
  comment: string | null
  /** Tables whose columns, indexes, constraints or triggers use this object. */
  usedBy: string[]
}

/** The tables whose parts depend on the object `id`. */
const usedBy = (id: string) => `array(
    select distinct coalesce(adrelid, conrelid, indrelid, tgrelid, attrelid)::regclass::text
    from pg_depend d left join pg_attrdef on classid = 'pg_attrdef'::regclass and pg_attrdef.oid = objid
      left join pg_constraint on classid = 'pg_constraint'::regclass and pg_constraint.oid = objid
      left join pg_index on classid = 'pg_class'::regclass and indexrelid = objid
      left join pg_trigger on classid = 'pg_trigger'::regclass and pg_trigger.oid = objid
      left join pg_attribute on classid = 'pg_class'::regclass and attrelid = objid and attnum = objsubid and attnum > 0
    where refobjid = ${id} and coalesce(adrelid, conrelid, indrelid, tgrelid, attrelid) <> 0) as "usedBy"`

const othersSql = `
  select 'domain' as kind, typname as name, obj_description(t.oid, 'pg_type') as comment, ${usedBy('t.oid')}, '' as body,
    concat_ws(' ', 'create domain', typname, 'as', format_type(typbasetype, typtypmod),
      (select string_agg(pg_get_constraintdef(oid, true), ' ' order by conname) from pg_constraint where contypid = t.oid)) || ';' as head
  from pg_type t where typnamespace = ${ours} and typtype = 'd'
  union all
  select 'sequence', s.relname, obj_description(s.oid, 'pg_class'), ${usedBy('s.oid')}, '', 'create sequence ' || s.relname || ';' || coalesce(
      E'\\nalter sequence ' || s.relname || ' owned by ' || refobjid::regclass || '.' || attname || ';', '')
  from pg_class s left join pg_depend on classid = 'pg_class'::regclass and objid = s.oid and refobjsubid > 0
    left join pg_attribute on attrelid = refobjid and attnum = refobjsubid
  -- that of an identity column is part of its column
  where relnamespace = ${ours} and relkind = 'S' and deptype is distinct from 'i'
  union all
  select 'view', relname, obj_description(c.oid, 'pg_class'), '{}', '', 'create view ' || relname || E' as\\n' || pg_get_viewdef(oid, true)
  from pg_class c where relnamespace = ${ours} and relkind = 'v'
  union all
  select 'function', proname, obj_description(p.oid, 'pg_proc'), ${usedBy('p.oid')}, ' as $$' || prosrc || '$$;',
    concat_ws(' ', 'create function ' || proname || '(' || pg_get_function_arguments(p.oid) || ')',
      'returns ' || pg_get_function_result(p.oid), 'language ' || lanname,
      case provolatile when 'i' then 'immutable' when 's' then 'stable' end, case when proisstrict then 'strict' end,
      case proparallel when 's' then 'parallel safe' when 'r' then 'parallel restricted' end,
      case when prosecdef then 'security definer' end, case when procost <> 100 then 'cost ' || procost end,
      (select string_agg('set ' || replace(one, '=', ' = '), ' ') from unnest(proconfig) as one))
  from pg_proc p join pg_language l on l.oid = prolang where pronamespace = ${ours}
  order by kind, name`

/** Reads everything that the migrations have made, except the list of migrations itself. */
export async function readCatalog(pool: pg.Pool) {
  const tables = await pool.query<CatalogTable>(tablesSql)
  const others = await pool.query<CatalogObject>(othersSql)
  return { tables: tables.rows, others: others.rows }
}
