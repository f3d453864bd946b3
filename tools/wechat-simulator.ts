import { stopOnSignals } from '../server/src/platform/stop-on-signals.ts'
import { serveSimulator } from './wechat/serve.ts'

/**
 * A payment channel like WeChat Pay v3 on this machine, with keys of its own: `wechat-simulator <folder> [port]`. Its
 * first line of output is JSON: where it is, and what an operator would set for it (docs/payments.md).
 */
const [folder, port = '0'] = process.argv.slice(2)
if (!folder) {
  console.error('usage: node tools/wechat-simulator.ts <folder> [port]')
  process.exit(1)
}
const { url, env, close } = await serveSimulator(folder, Number(port))
console.log(JSON.stringify({ url, env }))
stopOnSignals(() => close()).by(async () => close())
