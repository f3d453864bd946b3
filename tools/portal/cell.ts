import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readCell } from '../../server/src/platform/deployment.ts'
import { errorCodeOf } from '../../server/src/platform/error-code.ts'
import { StartError } from '../../server/src/platform/errors.ts'
import { requireFreePort } from '../../server/src/platform/port.ts'
import { runAlone } from './run-alone.ts'

const firstPort = 8081
const portFile = 'port'

/**
 * `--cell NAME` of any command: sets the variables of a cell with a database, files, keys and a port of its own in
 * cells/NAME.
 * @throws StartError when it would share them, or when there is no such cell to work on
 */
export async function useCell(
  name: string | undefined,
  { makes, from = process.env, folder = 'cells' }: { makes: boolean; from?: NodeJS.ProcessEnv; folder?: string },
): Promise<void> {
  const cell = readCell(name)
  if (!cell) throw new StartError('--cell needs the name of a cell')
  const given = ['CELL', 'DATA_DIR', 'KEYS_DIR'].find((variable) => from[variable])
  if (given) throw new StartError(`--cell sets ${given} itself: leave ${given} out`)
  const own = join(folder, cell)
  if (!makes && !existsSync(own)) throw new StartError(`no cell in ${own}: npm start -- --cell ${cell} makes it`)
  from.CELL = cell
  from.DATA_DIR = resolve(own)
  if (makes) from.PORT ||= String(await runAlone(resolve(folder), () => findPort(folder, cell)))
}

/** The port that the cell keeps: a free one that no other cell has. */
async function findPort(folder: string, cell: string): Promise<number> {
  const own = join(folder, cell, portFile)
  const kept = await readPort(own)
  if (kept) return kept
  await mkdir(join(folder, cell), { recursive: true })
  const taken = await Promise.all(readdirSync(folder).map((name) => readPort(join(folder, name, portFile))))
  let port = firstPort
  while (taken.includes(port) || !(await isFree(port))) port += 1
  await writeFile(own, `${port}\n`)
  return port
}

async function readPort(path: string): Promise<number | null> {
  try {
    return Number(await readFile(path, 'utf8'))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCodeOf(error) ?? '')) return null
    throw error
  }
}

function isFree(port: number): Promise<boolean> {
  return requireFreePort({ host: '0.0.0.0', port }).then(
    () => true,
    () => false,
  )
}
