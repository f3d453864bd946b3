import type { Client } from 'pg'

/** One process at a time prepares the server. */
const PREPARING = 7_261_019

/**
 * Makes the role and the database `portal` when missing. The role is not a superuser, as it would not
 * be behind DATABASE_URL: the same SQL is allowed everywhere, and an injection cannot run programs. It
 * may create databases because the tests clone one per worker.
 * @param password a hexadecimal word; undefined where the socket's folder is the protection
 */
export async function ensurePortalDatabase(client: Client, password?: string): Promise<void> {
  const lacks = async (query: string) => (await client.query(query)).rowCount === 0
  await client.query(`select pg_advisory_lock(${PREPARING})`)
  if (await lacks(`select from pg_roles where rolname = 'portal'`)) {
    const secret = password ? `password '${password}'` : ''
    await client.query(`create role portal login createdb ${secret}`)
  }
  if (await lacks(`select from pg_database where datname = 'portal'`)) {
    await client.query('create database portal owner portal')
  }
  await client.query(`select pg_advisory_unlock(${PREPARING})`)
}
