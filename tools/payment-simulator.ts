import { stopOnSignals } from '../server/src/platform/stop-on-signals.ts'
import { serveSimulator } from './payment/serve.ts'

/**
 * Payment channels like WeChat Pay v3 and Alipay on this machine, with keys of their own: `payment-simulator <folder> [port]`.
 * Its first line of output is JSON: where it is, and what an operator would set for it (docs/payments.md).
 */
const [folder, port = '0'] = process.argv.slice(2)
if (!folder) {
  console.error('usage: node tools/payment-simulator.ts <folder> [port]')
  process.exit(1)
}
const { url, env, certificateEnv, close } = await serveSimulator(folder, Number(port))
console.log(JSON.stringify({ url, env, certificateEnv }))
stopOnSignals(() => close()).by(async () => close())
