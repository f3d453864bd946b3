import { runCheck } from './suites/check.ts'

/** `npm run check`: format, lint, types, structure. */
const { failed } = await runCheck()
process.exitCode = failed > 0 ? 1 : 0
