import { messageSimulator, paymentSimulator, runBeside } from './beside.ts'

/**
 * `npm run dev`: one server that serves everything. Node restarts it when the server's or the
 * contract's code changes; the pages reload themselves through Vite inside it (CE_DEV).
 */
const watched = ['server/src', 'server/migrations', 'contract/src']
runBeside(
  [...(await paymentSimulator()), ...(await messageSimulator())],
  [
    ...watched.map((path) => `--watch-path=${path}`),
    '--watch-preserve-output',
    'server/src/main.ts',
  ],
  { CE_DEV: '1' },
)
