import { stopOnSignals } from '../server/src/platform/stop.ts'
import { serveMessageSimulator } from './messages/serve.ts'

/**
 * A simulated mail server and Tencent Cloud SMS gateway. Its first output line is JSON with the portal's settings
 * (docs/messages.md).
 */
const [folder, port = '0'] = process.argv.slice(2)
if (!folder) {
  console.error('usage: node tools/message-simulator.ts <folder> [port]')
  process.exit(1)
}
const { url, env, close } = await serveMessageSimulator(folder, Number(port))
console.log(JSON.stringify({ url, env }))
stopOnSignals(() => close()).by(async () => close())
