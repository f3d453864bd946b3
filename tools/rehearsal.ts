import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  drawPracticePasswords,
  type PracticePasswords,
  practiceLearners,
  practiceStaff,
  practiceStates,
  renewPracticePasswords,
} from '../server/seeds/practice/people.ts'
import { createPracticePortal } from '../server/seeds/practice.ts'
import { openDatabase } from '../server/src/platform/db/open.ts'
import { closeDeps, dependenciesOfWorkload, openDeps } from '../server/src/platform/deps.ts'
import { type Env, readEnv, rehearsalFolderVariable } from '../server/src/platform/env.ts'
import { StartError } from '../server/src/platform/errors.ts'
import { requireFreePort } from '../server/src/platform/port.ts'
import { checkPracticeData, readPracticeState } from '../server/src/platform/practice.ts'
import { stopOnSignals } from '../server/src/platform/stop.ts'
import { startPortal } from '../server/src/serve.ts'
import { ensurePagesBuilt } from './portal/build.ts'
import { openPracticeSource } from './practice-source.ts'

const help = `usage: [VARIABLE=value …] npm run rehearsal -- [--from=postgres://…] [--anew] [--passwords] [--make-only]
a practice portal: the plans of a portal in a world of its own, with invented people and a clock that staff move (docs/operations/rehearsal.md)

  --from=…       whose plans are copied, by one transaction that cannot write; without it the portal that npm start
                 would serve here (DATABASE_URL, or the embedded database in DATA_DIR)
  --anew         throws the world away and makes a new one
  --passwords    gives all invented people new passwords, and says them
  --make-only    makes the world, and does not serve it

  REHEARSAL_DIR  the world: its database, files and keys (rehearsal)
  PORT, HOST     where it listens (8090, 0.0.0.0)
  PUBLIC_URL     the address people open (http://localhost:PORT)
  DATABASE_URL, DATA_DIR   the portal whose plans are copied; nothing is written there`

/** A file that marks a folder which this command may delete. */
const markFile = 'practice-portal.txt'

const abandon = new AbortController()
const stop = stopOnSignals(() => abandon.abort())
try {
  const asked = readArguments()
  const given = readEnv()
  if (given.production)
    throw new StartError('NODE_ENV=production refuses a rehearsal: its people and its money are invented')
  const env = practiceEnv(given)
  if (!asked.makeOnly) {
    await requireFreePort(env)
    await ensurePagesBuilt()
  }
  const passwords = await prepareWorld(env, given, asked)
  if (!asked.makeOnly) {
    const server = await startPortal(env, abandon.signal)
    stop.by(() => server.close())
    for (const line of server.greeting) console.log(line)
  }
  if (passwords) console.log(accountLines(passwords).join('\n'))
  if (asked.makeOnly) process.exit(0)
} catch (error) {
  if (abandon.signal.aborted) process.exit(0)
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}

interface Asked {
  from: string | undefined
  anew: boolean
  passwords: boolean
  makeOnly: boolean
}

function readArguments(): Asked {
  const flag = { type: 'boolean', default: false } as const
  const options = {
    from: { type: 'string' },
    help: { ...flag, short: 'h' },
    ...{ anew: flag, passwords: flag, 'make-only': flag },
  } as const
  try {
    const { from, anew, passwords, help: wanted, 'make-only': makeOnly } = parseArgs({ options }).values
    if (!wanted) return { from, anew, passwords, makeOnly }
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${help}`)
  }
  console.log(help)
  process.exit(0)
}

/** Settings of a practice portal that sends nothing out and shares nothing with its source. */
function practiceEnv(given: Env): Env {
  const dataDir = resolve(process.env[rehearsalFolderVariable] || 'rehearsal')
  if (dataDir === given.dataDir)
    throw new StartError(
      `${rehearsalFolderVariable} and DATA_DIR are the same folder: a rehearsal needs one of its own`,
    )
  return {
    ...given,
    ...{
      practice: true,
      demo: true,
      seed: false,
      jobs: true,
      dataDir,
      keysDir: join(dataDir, 'keys'),
    },
    ...{
      databaseUrl: null,
      databaseDirectUrl: null,
      databaseReadUrl: null,
      fileStore: null,
      filmsOrigin: null,
      cell: null,
      port: process.env.PORT ? given.port : 8090,
    },
    ...{ wechat: null, alipay: null, email: null, sms: null, metrics: null, traces: null },
  }
}

/** Creates the data of the practice portal. @returns the passwords when they are new */
async function prepareWorld(env: Env, given: Env, asked: Asked): Promise<PracticePasswords | null> {
  const there = requireOwnFolder(env.dataDir)
  if (there && !asked.anew && (await isMade(env))) return asked.passwords ? await changePasswords(env) : null
  await using opened = new AsyncDisposableStack()
  // Check the source portal before anything is deleted.
  const source = await openPracticeSource(given, asked.from)
  opened.defer(() => source.close())
  if (there) throwAway(env.dataDir)
  mkdirSync(env.dataDir, { recursive: true })
  writeFileSync(
    join(env.dataDir, markFile),
    'A practice portal made by `npm run rehearsal`: everything in this folder is invented, and may be deleted.\n',
  )
  const database = await openDatabase(env)
  opened.defer(() => database.close())
  const deps = await openDeps(env, database.databases)
  opened.defer(() => closeDeps(deps))
  const passwords = drawPracticePasswords()
  console.log(`copying the plans of ${source.named}, and living a year with invented people …`)
  const copied = await createPracticePortal(dependenciesOfWorkload(deps, 'jobs'), source, passwords)
  const { plan = 0, course = 0, question = 0 } = copied
  console.log(`copied ${plan} plans, ${course} courses, ${question} questions`)
  return passwords
}

/**
 * Checks that the folder belongs to a practice portal. @returns whether it has data @throws StartError for other
 * content.
 */
function requireOwnFolder(folder: string): boolean {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return false
  if (existsSync(join(folder, markFile))) return true
  throw new StartError(
    `${folder} holds something that no rehearsal has made: ${rehearsalFolderVariable} must name a folder of its own`,
  )
}

/** True when the practice data are complete; incomplete data are made again. */
async function isMade(env: Env): Promise<boolean> {
  if (!existsSync(join(env.dataDir, 'postgres'))) return false
  const database = await openDatabase(env)
  const deps = await openDeps(env, database.databases)
  try {
    const { madeAt } = await readPracticeState(deps.db)
    return madeAt !== null
  } catch {
    return false
  } finally {
    await closeDeps(deps)
    await database.close()
  }
}

async function changePasswords(env: Env): Promise<PracticePasswords> {
  const database = await openDatabase(env)
  const deps = await openDeps(env, database.databases)
  try {
    await checkPracticeData(deps.db, env)
    const passwords = drawPracticePasswords()
    await renewPracticePasswords(deps.db, passwords)
    return passwords
  } finally {
    await closeDeps(deps)
    await database.close()
  }
}

/** Deletes a practice portal. @throws StartError while the portal is running. */
function throwAway(folder: string): void {
  if (existsSync(join(folder, 'postgres', 'postmaster.pid')))
    throw new StartError(
      `${folder} is in use: stop the rehearsal first (Ctrl-C where it runs), then start it with --anew`,
    )
  rmSync(folder, { recursive: true })
}

function accountLines({ staff, learners }: PracticePasswords): string[] {
  return [
    'accounts of the rehearsal, said this once (new ones: --passwords):',
    ...practiceStaff.map(({ username, name }) => `  ${username.padEnd(11)} ${staff.get(username)}  ${name}, /console`),
    `  learners, all with the password ${learners}:`,
    ...practiceLearners.map(({ phone, name, state }) => `  ${phone} ${name} ${practiceStates[state]}`),
  ]
}
