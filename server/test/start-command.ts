import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { noRealStores } from '../src/platform/env.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface StartedCommand {
  pid: number
  output(): string
  /** Resolves with the printed address. @throws Error when the program ended before. */
  ready(): Promise<string>
  /** Resolves with the exit code; null when a signal ended it. */
  ended(): Promise<number | null>
  signalGroup(name: NodeJS.Signals): void
}

export function runStartCommand(env: NodeJS.ProcessEnv, nodeOptions: string[] = []): StartedCommand {
  const words = [...nodeOptions, `${root}/tools/run.mjs`, 'start']
  const child = spawn(process.execPath, words, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...{ PORT: '0', HOST: '127.0.0.1', NODE_ENV: '', DEMO: '1', CE_SEED: '0' },
      ...noRealStores,
      ...env,
    },
  })
  return watch(child)
}

function watch(child: ChildProcess): StartedCommand {
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
