import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartError } from './errors.ts'

interface Place {
  host: string
  port: number
  variable?: string
}

/** Checks that the port is free before a long preparation starts. @throws StartError. */
export async function requireFreePort({ host, port, variable }: Place): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen({ host, port }), 'listening')
  } catch (error) {
    throw portProblem(error as NodeJS.ErrnoException, {
      host,
      port,
      ...(variable ? { variable } : {}),
    })
  }
  await new Promise((resolve) => probe.close(resolve))
}

export function portProblem(error: NodeJS.ErrnoException, { host, port, variable = 'PORT' }: Place): StartError {
  if (error.code === 'EADDRINUSE')
    return new StartError(`port ${port} is in use: stop what uses it, or set ${variable} to another`)
  if (error.code === 'EACCES')
    return new StartError(`port ${port} may not be used by this user: set ${variable} to 1024 or above`)
  return new StartError(`cannot listen on ${host}:${port}: ${error.message}`)
}
