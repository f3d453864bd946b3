import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from './db/database.ts'
import { errorCodeOf } from './error-code.ts'
import { StartError } from './errors.ts'
import { writeFileAtomically } from './files/durable.ts'
import { logWarning } from './observability/log.ts'

export interface Deployment {
  id: string
  stores: string[]
  cell: string | null
}

/** A name for folders, hosts and the database, which the column `deployment.cell` checks too. */
const cellName = /^[a-z][a-z0-9-]{0,30}$/

/** @throws StartError. */
export function readCell(value: string | undefined): string | null {
  if (!value) return null
  if (!cellName.test(value)) throw new StartError(`CELL must be a name of a-z, 0-9 and -, not "${value}"`)
  return value
}

/** Commands without CELL work on the database of any cell. @throws StartError when it is of another cell. */
export async function openDeployment(db: Db, cell: string | null): Promise<Deployment> {
  const deployment = await findDeployment(db, cell)
  if (cell !== null && cell !== deployment.cell) throw otherCell(cell, deployment.cell)
  return deployment
}

export function otherCell(cell: string, found: string | null): StartError {
  return new StartError(
    `CELL is ${cell}, but the database belongs to ${found ? `the cell ${found}` : 'a portal without a cell'}: each cell needs a database of its own (docs/operations/deploy.md)`,
  )
}

/** @param cell the name that a new database gets */
export async function findDeployment(db: Db, cell: string | null = null): Promise<Deployment> {
  const find = db.selectFrom('deployment').select(['id', 'stores', 'cell'])
  const known = await find.executeTakeFirst()
  if (known) return known
  await db
    .insertInto('deployment')
    .values({ cell })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return find.executeTakeFirstOrThrow()
}

/** The file in a folder or bucket that names the database to which it belongs. */
export const deploymentMarker = 'deployment-id'

/**
 * Two cells that shared their keys would sign proofs in each other's name.
 * @returns a function that gives a folder without an owner to this database
 * @throws StartError when KEYS_DIR belongs to another database
 */
export async function checkOwnKeys(folder: string, { id }: Pick<Deployment, 'id'>): Promise<() => Promise<void>> {
  const path = join(folder, deploymentMarker)
  const owner = await readFile(path, 'utf8').then(
    (text) => text.trim(),
    (error: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes(errorCodeOf(error) ?? '')) return null
      throw new StartError(`KEYS_DIR: ${path} cannot be read (${errorCodeOf(error)})`)
    },
  )
  if (owner !== null && owner !== id)
    throw new StartError(
      `KEYS_DIR ${folder} holds the keys of another database (${owner}; this one is ${id}): docs/operations/keys.md`,
    )
  return async () => {
    if (owner !== null) return
    await writeFileAtomically(path, `${id}\n`).catch((error: unknown) => {
      // A folder that cannot be written can hold keys all the same.
      logWarning(`KEYS_DIR: ${path} cannot be written (${errorCodeOf(error)})`)
    })
  }
}
