import { runCheck } from './suites/check.ts'

const { failed } = await runCheck()
process.exitCode = failed > 0 ? 1 : 0
