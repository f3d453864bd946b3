import { execFileSync, spawn } from 'node:child_process'
import { type StartedSimulator, startSimulator } from './start-simulator.ts'

/** Starts simulated payment channels unless real ones are configured. @param port 0 for any free port */
export async function startPaymentSimulators(port = 0): Promise<StartedSimulator[]> {
  if (process.env.WECHAT_MCHID || process.env.ALIPAY_APP_ID) return []
  const simulator = await startSimulator('payment-simulator', port)
  console.log(`simulated WeChat Pay and Alipay, where one scans and pays: ${simulator.url}`)
  return [simulator]
}

/** Starts simulated e-mail and SMS unless real ones are configured. */
export async function startMessageSimulators(): Promise<StartedSimulator[]> {
  if (process.env.SMTP_URL || process.env.SMS_APP_ID) return []
  const simulator = await startSimulator('message-simulator')
  console.log(`simulated e-mail and SMS, where one reads them: ${simulator.url}`)
  return [simulator]
}

/** Runs a server with simulators that end with the server. */
export function runWithSimulators(
  simulators: readonly StartedSimulator[],
  words: string[],
  env: NodeJS.ProcessEnv,
): void {
  const server = spawn(process.execPath, words, {
    stdio: 'inherit',
    env: { ...process.env, ...Object.assign({}, ...simulators.map((one) => one.env)), ...env },
  })
  // The server decides when to end, so this process ignores the terminal's signal.
  process.on('SIGINT', () => {})
  const stop = () => server.kill('SIGTERM')
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  onceWithoutNpm(stop)
  server.on('exit', (code) => {
    for (const { child } of simulators) child.kill('SIGTERM')
    process.exit(code ?? 0)
  })
}

/**
 * Calls `act` when npm has ended. It watches npm's process, because npm sends no signal when only npm itself is killed.
 */
function onceWithoutNpm(act: () => void): void {
  const npm = findNpm()
  if (npm === null) return
  const timer = setInterval(() => {
    if (isAlive(npm)) return
    clearInterval(timer)
    act()
  }, 1000)
  timer.unref()
}

/** Returns the process id of npm, or null when npm did not start this process or `ps` is missing. */
function findNpm(): number | null {
  if (!process.env.npm_lifecycle_event) return null
  try {
    let pid = process.ppid
    for (let up = 0; up < 3; up += 1) {
      const about = ['-o', 'ppid=,args=', '-p', String(pid)]
      const [parent, word] = execFileSync('ps', about, { encoding: 'utf8' }).trim().split(/\s+/)
      if (word === 'npm') return pid
      pid = Number(parent)
    }
  } catch {}
  return null
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
