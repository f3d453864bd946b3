import { stopOnSignals } from '../server/src/platform/stop-on-signals.ts'
import { serveMessages } from './messages/serve.ts'

/**
 * A mail server and an SMS gateway like Tencent Cloud's on this machine: `message-simulator <folder> [port]`. Its first line of output is
 * JSON: where it is, and what an operator would set for it (docs/messages.md).
 */
const [folder, port = '0'] = process.argv.slice(2)
if (!folder) {
  console.error('usage: node tools/message-simulator.ts <folder> [port]')
  process.exit(1)
}
const { url, env, close } = await serveMessages(folder, Number(port))
console.log(JSON.stringify({ url, env }))
stopOnSignals(() => close()).by(async () => close())
