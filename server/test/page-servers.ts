import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startServer } from './global-setup.ts'
import { deps, world } from './world.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The pages as built, in two processes of their own over this worker's database, which answer in turn. */
export async function openPageServers() {
  await promisify(execFile)(process.execPath, ['tools/build.ts', '--if-needed'], { cwd: root })
  const { databaseUrl, dataDir } = world()
  const env = { PAGES_DIR: join(root, 'dist') }
  const servers = await Promise.all([1, 2].map(() => startServer(databaseUrl, dataDir, env)))
  let turn = 0
  const open = (path: string, init: RequestInit = {}): Promise<Response> => {
    turn += 1
    return fetch(`${servers[turn % 2]?.origin}${path}`, { redirect: 'manual', ...init })
  }
  const readAll = (path: string) =>
    Promise.all(servers.map(async ({ origin }) => (await fetch(`${origin}${path}`)).text()))
  return {
    servers,
    open,
    read: async (path: string) => (await open(path)).text(),
    /** the page as each of the processes has it */
    readAll,
    /** whether all of them show it */
    seen: async (path: string, what: string) =>
      (await readAll(path)).every((html) => html.includes(what)),
    async close(): Promise<void> {
      for (const { child } of servers) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
    },
  }
}

export type PageServers = Awaited<ReturnType<typeof openPageServers>>

/** As whatever changes what visitors see tells it. */
export async function changed(): Promise<void> {
  const { pool } = await deps()
  await pool.query("select pg_notify('content_changed', '')")
  await setTimeout(100)
}
