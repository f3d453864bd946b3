// The project's own commands: `node tools/run.mjs <command> [arguments]`. Plain JavaScript that Node 18
// can read, because the host may have an old Node; everything after this file runs on Node 24.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const neededMajor = 24
const commands = {
  start: 'build if needed, database, migrate, demo world, serve',
  dev: 'the same with hot reload of server and pages',
  build: 'build the portal',
  check: 'format, lint, types, structure',
  test: 'check, unit, API and browser tests; or one part: unit | browser | api | e2e',
  'test-browsers': 'one journey in Chromium, Firefox and WebKit',
  bench:
    'measurements: isolation | calls | heartbeat | exam | regrade | rush | orders | proof | page | questions | search | start | scale | growth | audit',
  drill: 'kills each part of a portal with several hosts under load: docs/operations/drill.md',
  db: 'migrate | schema | seed',
  'e2e-server': 'start, with a simulated payment channel beside it, for the browser tests',
  openapi: 'write contract/openapi.json, the limits of forms and the table of docs/messages.md',
  licences: 'write docs/third-party-licences.md',
  'files-move': 'copy files from the folder to the store outside, or back',
  'keys-rotate': 'proof | mac: a new key signs, the present one still verifies',
  'keys-lost': 'gives a key up that no backup has',
  backup: 'database, files and, apart, keys into a folder; beside a running portal',
  restore: 'a backup into an empty database, then verify',
  verify: 'check ledger, answers, proofs, money, references, files and keys: after a restore, or any time',
  'hours-record': 'enter public hours',
  'posters-import': 'Markdown and HTML to items of the portal',
  rehearsal: 'a practice portal: these plans, invented people, a clock that staff move',
  'staff-create': 'make a member of staff, the first administrator above all',
}

const [command, ...rest] = process.argv.slice(2)
if (Number(process.versions.node.split('.')[0]) < neededMajor) useNode24()
else if (!command || !Object.hasOwn(commands, command)) usage()
else {
  // the command reads its own arguments from argv[2] on
  process.argv.splice(2, process.argv.length, ...rest)
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  // stripped types and compiled code are kept: halves the time of a second start
  module.enableCompileCache('.cache/node')
  if (await useGivenCell()) await import(`./${command}.ts`)
}

/** Every command works on a cell: `npm run backup -- --cell zhejiang …`. @returns false when it cannot be used */
async function useGivenCell() {
  const at = process.argv.findIndex((word) => /^--cell(?:=|$)/.test(word))
  if (at < 0) return true
  const [word] = process.argv.splice(at, 1)
  const name = word.startsWith('--cell=') ? word.slice('--cell='.length) : process.argv.splice(at, 1)[0]
  const { useCell } = await import('./portal/cell.ts')
  try {
    await useCell(name, { makes: command === 'start' })
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
    return false
  }
}

function usage() {
  console.error('usage: node tools/run.mjs <command>, or npm run <command>')
  for (const [name, does] of Object.entries(commands)) console.error(`  ${name.padEnd(14)} ${does}`)
  process.exitCode = 1
}

/** npm puts the pinned Node first in PATH of every script; without npm we look for it ourselves. */
function useNode24() {
  const windows = process.platform === 'win32'
  const pinned = fileURLToPath(
    new URL(
      `../node_modules/node-${windows ? 'win' : process.platform}-${process.arch}/bin/node${windows ? '.exe' : ''}`,
      import.meta.url,
    ),
  )
  if (!existsSync(pinned)) {
    const todo = process.platform === 'darwin' ? 'install Node 24' : 'run "npm ci" or install Node 24'
    console.error(
      `Node ${neededMajor} or newer is needed and this is ${process.versions.node}: ${todo}, then try again`,
    )
    process.exit(1)
  }
  const child = spawn(pinned, process.argv.slice(1), { stdio: 'inherit' })
  // a terminal sends Ctrl-C to both of us: the child decides when to end, and we end with it
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('error', (error) => {
    console.error(`Node ${neededMajor} or newer is needed; the one in node_modules does not run here: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
