import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { startSimulator } from './start.ts'

/**
 * Runs a server with a simulated payment channel beside it, unless one is configured; ends with it.
 * @param words for node @param port of the channel; 0: any
 */
export async function runBesideChannel(
  words: string[],
  env: NodeJS.ProcessEnv,
  port = 0,
): Promise<void> {
  const folder = resolve(process.env.DATA_DIR || 'data', 'wechat-simulator')
  const simulator = process.env.WECHAT_MCHID ? null : await startSimulator(folder, port)
  if (simulator) console.log(`simulated WeChat Pay, where one scans and pays: ${simulator.url}`)
  const server = spawn(process.execPath, words, {
    stdio: 'inherit',
    env: { ...process.env, ...simulator?.env, ...env },
  })
  // a terminal sends Ctrl-C to the whole group: the server decides when to end, and we end with it
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => server.kill('SIGTERM'))
  server.on('exit', (code) => {
    simulator?.child.kill('SIGTERM')
    process.exit(code ?? 0)
  })
}
