import type pg from 'pg'
import { unlimitedSql } from '../db/one-at-a-time.ts'

/** Makes COPY write and read the same text on every server. */
export const copySettings = `
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex';
  set local client_encoding = 'UTF8';
  set local search_path = public;
  ${unlimitedSql('transaction')}`

export interface TableColumns {
  name: string
  /** Without generated columns, which the database computes again. */
  columns: string[]
}

/**
 * Lists our own tables; a partitioned table stands for its partitions. The tables of the job queue are left out, because
 * each start creates them.
 */
export async function listTables(client: pg.ClientBase): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(`
    select relname as name, array(
      select attname::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname collate "C"`)
  return rows
}

/** Schemas that the portal does not know; that of the job queue is made again by each start. */
export async function listOtherSchemas(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select nspname as name from pg_namespace
    where nspname not in ('public', 'information_schema', 'pgboss') and nspname not like 'pg\\_%' order by 1`)
  return rows.map(({ name }) => name)
}

interface Partition {
  name: string
  table: string
  /** For example `FOR VALUES FROM ('1') TO ('2')`. */
  values: string
}

/** Lists partitions of our own tables. A restore makes those that its migrations do not. */
export async function listPartitions(client: pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(`
    select part.relname as name, whole.relname as table, pg_get_expr(part.relpartbound, part.oid) as values
    from pg_inherits join pg_class part on part.oid = inhrelid join pg_class whole on whole.oid = inhparent
    where part.relnamespace = 'public'::regnamespace and part.relkind = 'r' and part.relispartition
    order by part.relname collate "C"`)
  return rows
}

export async function listPartitionedTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'p' order by relname collate "C"`)
  return rows.map(({ name }) => name)
}

export async function listSequences(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname collate "C"`)
  return rows.map(({ name }) => name)
}

/** Names come from the database or a checked manifest; quoting keeps reserved words usable. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function columnList(columns: readonly string[]): string {
  return columns.map(quoteName).join(', ')
}
