import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Runs `work` under a lock of this machine. The lock is a listening socket, which a dead process cannot hold. */
export async function runAlone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const address = addressOf(name)
  const waiting = new Set<Socket>()
  const held = await hold(address, waiting)
  try {
    return await work()
  } finally {
    held.close()
    for (const one of waiting) one.destroy()
  }
}

async function hold(address: string, waiting: Set<Socket>): Promise<Server> {
  for (;;) {
    const held = await listen(address, waiting)
    if (held) return held
    await released(address)
  }
}

/** On Linux and Windows the address of the lock disappears with its process. */
function addressOf(name: string): string {
  const id = `portal-${createHash('sha256').update(name).digest('hex').slice(0, 24)}`
  if (process.platform === 'linux') return `\0${id}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${id}` : join(tmpdir(), id)
}

/** @returns null while another process holds the lock */
function listen(address: string, waiting: Set<Socket>): Promise<Server | null> {
  const server = createServer((one) => {
    waiting.add(one)
    one.on('error', () => {}).on('close', () => waiting.delete(one))
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen(address, () => resolve(server))
  })
}

async function released(address: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | null>()
  const one = connect(address)
  one.once('error', resolve).once('close', () => resolve(null))
  const error = await promise
  one.destroy()
  // Nobody listens on the socket file that a dead process left behind, so delete it.
  if (error?.code === 'ECONNREFUSED' && !address.startsWith('\0')) await rm(address)
  if (error) await delay(50)
}
