import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startServer } from './global-setup.ts'
import { world } from './world.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The pages as built, in two processes of their own over this worker's database, which answer in turn. */
export async function openPageServers() {
  await promisify(execFile)(process.execPath, ['tools/build.ts', '--if-needed'], { cwd: root })
  const { databaseUrl, dataDir } = world()
  const env = { PAGES_DIR: join(root, 'dist') }
  const servers = await Promise.all([1, 2].map(() => startServer(databaseUrl, dataDir, env)))
  let turn = 0
  return {
    servers,
    open(path: string, init: RequestInit = {}): Promise<Response> {
      turn += 1
      return fetch(`${servers[turn % 2]?.origin}${path}`, { redirect: 'manual', ...init })
    },
    async close(): Promise<void> {
      for (const { child } of servers) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
    },
  }
}

export type PageServers = Awaited<ReturnType<typeof openPageServers>>
