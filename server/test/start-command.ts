import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Started {
  pid: number
  /** everything it wrote so far */
  output(): string
  /** resolves with the address it printed. @throws Error when it ended before */
  ready(): Promise<string>
  /** resolves with the exit code, null when a signal ended it */
  ended(): Promise<number | null>
  /** to the whole group, as a terminal does */
  signalGroup(name: NodeJS.Signals): void
}

/** `npm start` as it is, on a port of its own and in a group of its own. */
export function startCommand(env: NodeJS.ProcessEnv, nodeOptions: string[] = []): Started {
  const words = [...nodeOptions, `${root}/tools/run.mjs`, 'start']
  const child = spawn(process.execPath, words, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...{ PORT: '0', HOST: '127.0.0.1', NODE_ENV: '', DEMO: '1', CE_SEED: '0', DATABASE_URL: '' },
      ...env,
    },
  })
  return watch(child)
}

function watch(child: ChildProcess): Started {
  let output = ''
  const end = once(child, 'exit')
  const said = new EventTarget()
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
      said.dispatchEvent(new Event('said'))
    })
  const address = () => /http:\/\/localhost:\d+/.exec(output)?.[0]
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ready: () =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = address()
          if (found) resolve(found.replace('localhost', '127.0.0.1'))
        }
        said.addEventListener('said', look)
        end.then(() => reject(new Error(`ended before it served: ${output}`)))
        look()
      }),
    ended: async () => {
      const [code] = await end
      return code
    },
    signalGroup: (name) => process.kill(-(child.pid ?? 0), name),
  }
}
