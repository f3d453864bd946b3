import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { startSimulator } from './wechat/start.ts'

/**
 * `npm run dev`: one server that serves everything. Node restarts it when the server's or the
 * contract's code changes; the pages reload themselves through Vite inside it (CE_DEV). Unless a payment channel is
 * configured, a simulated one stands beside it (docs/payments.md).
 */
const watched = ['server/src', 'server/migrations', 'contract/src']
const folder = resolve(process.env.DATA_DIR || 'data', 'wechat-simulator')
const simulator = process.env.WECHAT_MCHID ? null : await startSimulator(folder)
if (simulator) console.log(`simulated WeChat Pay, where one scans and pays: ${simulator.url}`)
const server = spawn(
  process.execPath,
  [
    ...watched.map((path) => `--watch-path=${path}`),
    '--watch-preserve-output',
    'server/src/main.ts',
  ],
  { stdio: 'inherit', env: { ...process.env, ...simulator?.env, CE_DEV: '1' } },
)
// a terminal sends Ctrl-C to the whole group: the watcher decides when to end, and we end with it
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code) => {
  simulator?.child.kill('SIGTERM')
  process.exit(code ?? 0)
})
