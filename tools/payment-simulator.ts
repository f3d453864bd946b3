import { stopOnSignals } from '../server/src/platform/stop.ts'
import { servePaymentSimulator } from './payment/serve.ts'

/** Simulated WeChat Pay v3 and Alipay. The first output line is JSON with the portal's settings (docs/payments.md). */
const [folder, port = '0'] = process.argv.slice(2)
if (!folder) {
  console.error('usage: node tools/payment-simulator.ts <folder> [port]')
  process.exit(1)
}
const { url, env, certificateEnv, close } = await servePaymentSimulator(folder, Number(port))
console.log(JSON.stringify({ url, env, certificateEnv }))
stopOnSignals(() => close()).by(async () => close())
