import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A fixed address for a database that moves to another server, like a virtual IP address or a proxy. */
export interface MovingAddress {
  port: number
  leadTo(port: number): void
  close(): void
}

export async function openMovingAddress(port: number): Promise<MovingAddress> {
  let target = port
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port: target })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    leadTo: (next) => {
      target = next
      cut()
    },
    close: () => {
      server.close()
      cut()
    },
  }
}
