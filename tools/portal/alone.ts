import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Does the work while no other process of this machine does any under the same name; who comes later waits. What is held is a socket
 * that listens: a process that dies, however it dies, holds it no more.
 */
export async function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
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

/** On Linux and Windows the name goes with the process; elsewhere a file may stay behind. */
function addressOf(name: string): string {
  const id = `portal-${createHash('sha256').update(name).digest('hex').slice(0, 24)}`
  if (process.platform === 'linux') return `\0${id}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${id}` : join(tmpdir(), id)
}

/** @returns null while somebody else does */
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

/** Until whoever listens there ends. */
async function released(address: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | null>()
  const one = connect(address)
  one.once('error', resolve).once('close', () => resolve(null))
  const error = await promise
  one.destroy()
  // a file that a dead process left behind: nobody listens
  if (error?.code === 'ECONNREFUSED' && !address.startsWith('\0')) await rm(address)
  if (error) await delay(50)
}
