import { paymentSimulator, runBeside } from './beside.ts'

/** What the browser tests talk to: `npm start`, and a payment channel where one can scan. */
const simulators = await paymentSimulator(Number(process.env.E2E_CHANNEL_PORT ?? 0))
runBeside(simulators, ['tools/run.mjs', 'start'], {})
