import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startTestServer } from './global-setup.ts'
import { deps, world } from './world.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export async function openPageServers() {
  await promisify(execFile)(process.execPath, ['tools/build.ts', '--if-needed'], { cwd: root })
  const { databaseUrl, dataDir, store } = world()
  const env = { PAGES_DIR: join(root, 'dist'), ...store }
  const servers = await Promise.all([1, 2].map(() => startTestServer(databaseUrl, dataDir, env)))
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
    readAll,
    /** Checks that all processes show the page. */
    seen: async (path: string, what: string) => (await readAll(path)).every((html) => html.includes(what)),
    async close(): Promise<void> {
      for (const { child } of servers) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
    },
  }
}

export type PageServers = Awaited<ReturnType<typeof openPageServers>>

export async function notifyContentChanged(): Promise<void> {
  const { pool } = await deps()
  await pool.query("select pg_notify('content_changed', '')")
  await setTimeout(100)
}
