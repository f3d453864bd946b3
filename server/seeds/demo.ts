import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { buildApp } from '../src/app.ts'
import { appNow, type Db } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { runExclusively } from '../src/platform/db/one-at-a-time.ts'
import { demoAccounts, demoEmployer, demoStaff } from '../src/platform/demo.ts'
import type { Deps } from '../src/platform/deps.ts'
import { StartError } from '../src/platform/errors.ts'
import { shanghaiDay } from '../src/platform/shanghai-day.ts'
import { releaseClock } from './demo/clock.ts'
import { addDemoCourses } from './demo/courses.ts'
import { addDemoEmployer } from './demo/employer.ts'
import { addDemoStudents } from './demo/people.ts'
import { addDemoPlans } from './demo/plans.ts'
import { addDemoPosters } from './demo/posters.ts'
import { reissueDemoProof, revokeImportedStudentProof, simulateTrialYear } from './demo/proofs.ts'
import { addDemoReductions } from './demo/reductions.ts'
import { setUpDemoSite } from './demo/site.ts'
import { addDemoStaff } from './demo/staff.ts'
import { simulateLastYear, simulateThisYear } from './demo/years.ts'

const marker = 'demo.halfMade'

/** Tables that people fill; all other tables of the demo world refer to these. */
const madeByPeople = [
  ...['staff', 'audit_log', 'setting', 'site_info', 'site_text', 'swiper', 'friendlink'],
  ...['poster', 'poster_import', 'file', 'teacher', 'course', 'question', 'plan'],
  ...['reduction_type', 'organisation', 'student'],
] as const

/**
 * Creates the demo world through the product's own services. @returns false when it exists already @throws StartError
 * when somebody has used an incomplete demo world
 */
export function seedDemo(deps: Deps): Promise<boolean> {
  return runExclusively(deps.pool, 'demo', async () => {
    if (await isHalfMade(deps.db)) await startOver(deps)
    if (!(await isEmpty(deps.db))) return false
    await deps.db.insertInto('setting').values({ key: marker, value: 'true' }).execute()
    await makeWorld(deps)
    await deps.db.deleteFrom('setting').where('key', '=', marker).execute()
    return true
  })
}

async function makeWorld(deps: Deps): Promise<void> {
  const seedingDay = await appNow(deps.db)
  const year = Number(shanghaiDay(seedingDay).slice(0, 4))
  await addDemoStaff(deps)
  await setUpDemoSite(deps, year)
  await addDemoPosters(deps)
  await addDemoPlans(deps, await addDemoCourses(deps), year)
  const app: FastifyInstance = await buildApp(deps)
  try {
    await addDemoStudents(deps, year)
    await simulateTrialYear(app, deps, { trialYear: year - 3, year: year - 1 })
    await simulateLastYear(app, deps, year - 1)
    await reissueDemoProof(deps, year - 1)
    await revokeImportedStudentProof(deps, year - 1)
    await simulateThisYear(app, deps, year, seedingDay)
    await addDemoReductions(app, deps, year - 1)
    await addDemoEmployer(app, deps, year)
  } finally {
    await releaseClock(deps.db)
    await app.close()
  }
}

async function isEmpty(db: Db): Promise<boolean> {
  const used = madeByPeople.map((table) => sql`exists (select from ${sql.table(table)})`)
  const { rows } = await sql<{ used: boolean }>`
    select ${sql.join(used, sql` or `)} as used`.execute(db)
  return rows[0]?.used === false
}

async function isHalfMade(db: Db): Promise<boolean> {
  const row = await db.selectFrom('setting').select('key').where('key', '=', marker).executeTakeFirst()
  return row !== undefined
}

async function startOver(deps: Deps): Promise<void> {
  if (await hasStrangers(deps.db))
    throw new StartError(
      'the demo world of this database was left half made, and people have used it since: nothing is thrown away; set DEMO=0, or use a new database',
    )
  await sql`drop schema public cascade`.execute(deps.db)
  await sql`create schema public`.execute(deps.db)
  await migrate(deps.pool)
}

async function hasStrangers(db: Db): Promise<boolean> {
  const usernames = demoStaff.map(({ username }) => username)
  const phones = demoAccounts.map(({ phone }) => phone)
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from staff where username <> all(${usernames}::text[]))
      or exists (select from student where phone <> all(${phones}::text[]))
      or exists (select from organisation where credit_code <> ${demoEmployer.creditCode}) as found`.execute(db)
  return rows[0]?.found !== false
}
