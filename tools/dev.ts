import { runWithSimulators, startMessageSimulators, startPaymentSimulators } from './run-beside.ts'

/** `npm run dev`: Node restarts the server after changes; Vite reloads the pages. */
const watched = ['server/src', 'server/migrations', 'contract/src']
runWithSimulators(
  [...(await startPaymentSimulators()), ...(await startMessageSimulators())],
  [...watched.map((path) => `--watch-path=${path}`), '--watch-preserve-output', 'server/src/main.ts'],
  { CE_DEV: '1' },
)
