import { runWithSimulators, startPaymentSimulators } from './run-beside.ts'

/** Starts the server of the browser tests with simulated payment channels, whose QR codes the tests can scan. */
const simulators = await startPaymentSimulators(Number(process.env.E2E_CHANNEL_PORT ?? 0))
runWithSimulators(simulators, ['tools/run.mjs', 'start'], {})
