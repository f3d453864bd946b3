import { spawn } from 'node:child_process'
import { type StartedSimulator, startSimulator } from './start-simulator.ts'

/** Simulated payment channels, unless one is configured. @param port 0: any */
export async function paymentSimulator(port = 0): Promise<StartedSimulator[]> {
  if (process.env.WECHAT_MCHID || process.env.ALIPAY_APP_ID) return []
  const simulator = await startSimulator('payment-simulator', port)
  console.log(`simulated WeChat Pay and Alipay, where one scans and pays: ${simulator.url}`)
  return [simulator]
}

/** Simulated e-mail and SMS, unless one of them is configured. */
export async function messageSimulator(): Promise<StartedSimulator[]> {
  if (process.env.SMTP_URL || process.env.SMS_APP_ID) return []
  const simulator = await startSimulator('message-simulator')
  console.log(`simulated e-mail and SMS, where one reads them: ${simulator.url}`)
  return [simulator]
}

/**
 * Runs a server that uses these simulators; they end with it.
 * @param words for node
 */
export function runBeside(
  simulators: readonly StartedSimulator[],
  words: string[],
  env: NodeJS.ProcessEnv,
): void {
  const server = spawn(process.execPath, words, {
    stdio: 'inherit',
    env: { ...process.env, ...Object.assign({}, ...simulators.map((one) => one.env)), ...env },
  })
  // a terminal sends Ctrl-C to the whole group: the server decides when to end, and we end with it
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => server.kill('SIGTERM'))
  server.on('exit', (code) => {
    for (const { child } of simulators) child.kill('SIGTERM')
    process.exit(code ?? 0)
  })
}
