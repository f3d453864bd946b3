import { spawn } from 'node:child_process'

/**
 * `npm run dev`: one server that serves everything. Node restarts it when the server's or the
 * contract's code changes; the pages reload themselves through Vite inside it (CE_DEV).
 */
const watched = ['server/src', 'server/migrations', 'contract/src']
const server = spawn(
  process.execPath,
  [
    ...watched.map((path) => `--watch-path=${path}`),
    '--watch-preserve-output',
    'server/src/main.ts',
  ],
  { stdio: 'inherit', env: { ...process.env, CE_DEV: '1' } },
)
// a terminal sends Ctrl-C to the whole group: the watcher decides when to end, and we end with it
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code) => process.exit(code ?? 0))
