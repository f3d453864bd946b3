import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../src/platform/embedded-postgres/transport.ts'

export const swiftKeys = { accessKeyId: 'portal:files', secretAccessKey: 'of-test' }

export interface StoreProgram {
  name: string
  program: string
  words: string[]
  port: number
}

const inners = ['account', 'container', 'object'] as const

/**
 * Settings of OpenStack Swift from the packages of Debian, with one copy of everything in this folder. The last program
 * is the proxy, which speaks S3.
 */
export async function prepareSwift(folder: string): Promise<StoreProgram[]> {
  await mkdir(join(folder, 'devices/one'), { recursive: true })
  const [memory, proxy, ...ports] = await Promise.all(Array.from({ length: 5 }, freePort))
  const inner = inners.map((name, index) => ({ name, port: ports[index] ?? 0 }))
  await makeRings(folder, inner)
  const { username } = userInfo()
  const common = (port = 0) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${username}
swift_dir = ${folder}
`
  const file = (name: string) => join(folder, `${name}-server.conf`)
  for (const { name, port } of inner)
    await writeFile(
      file(name),
      `${common(port)}devices = ${join(folder, 'devices')}
mount_check = false

[pipeline:main]
pipeline = ${name}-server

[app:${name}-server]
use = egg:swift#${name}
# A busy machine may be slow, and nothing repeats what was not written into a list in time.
conn_timeout = 20
node_timeout = 60
container_update_timeout = 60
`,
    )
  await writeFile(file('proxy'), `${common(proxy)}${proxySettings(memory)}`)
  const programs = [...inner, { name: 'proxy', port: proxy ?? 0 }].map(({ name, port }) => ({
    ...{ name: `swift-${name}`, program: `swift-${name}-server`, words: [file(name)], port },
  }))
  const words = ['-l', '127.0.0.1', '-p', String(memory), '-u', username]
  return [{ name: 'swift-memory', program: 'memcached', words, port: memory ?? 0 }, ...programs]
}

/** s3api needs slo for uploads in parts and copy for copies. */
function proxySettings(memory: number | undefined): string {
  return `
[pipeline:main]
pipeline = catch_errors gatekeeper proxy-logging cache s3api tempauth copy slo dlo proxy-logging proxy-server

[filter:s3api]
use = egg:swift#s3api
location = us-east-1
cors_preflight_allow_origin = *

[filter:tempauth]
use = egg:swift#tempauth
user_${swiftKeys.accessKeyId.replace(':', '_')} = ${swiftKeys.secretAccessKey} .admin

[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memory}

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 20
node_timeout = 60
${['catch_errors', 'gatekeeper', 'copy', 'slo', 'dlo', 'proxy-logging']
  .map((name) => `\n[filter:${name}]\nuse = egg:swift#${name.replace('-', '_')}\n`)
  .join('')}`
}

/** Which server keeps what: here one server keeps all. */
async function makeRings(folder: string, servers: readonly { name: string; port: number }[]): Promise<void> {
  const code = `
import sys
from swift.common.ring import RingBuilder
for name, port in zip(sys.argv[2::2], sys.argv[3::2]):
    builder = RingBuilder(2, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'one', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(f'{sys.argv[1]}/{name}.ring.gz')`
  const named = servers.flatMap(({ name, port }) => [name, String(port)])
  // Debian's packages are for its own Python.
  await promisify(execFile)('/usr/bin/python3', ['-c', code, folder, ...named])
}

/** Swift with one copy of everything, which speaks S3 at this port. */
export async function startSwift(
  folder: string,
): Promise<{ port: number; keys: typeof swiftKeys; stop(): Promise<void> }> {
  await using opened = new AsyncDisposableStack()
  const programs = await prepareSwift(folder)
  for (const { program, words } of programs) {
    // Ends with this process too when that is killed.
    const child = spawn('setpriv', ['--pdeathsig', 'TERM', program, ...words], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    await once(child, 'spawn')
    opened.defer(async () => {
      if (child.exitCode === null && child.kill()) await once(child, 'exit')
    })
  }
  for (const { port } of programs) await listens(port)
  const open = opened.move()
  return { port: programs.at(-1)?.port ?? 0, keys: swiftKeys, stop: () => open.disposeAsync() }
}

async function listens(port: number): Promise<void> {
  for (let n = 0; ; n += 1) {
    const socket = createConnection(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    if (n > 600) throw new Error('Swift does not start')
    await delay(100)
  }
}
