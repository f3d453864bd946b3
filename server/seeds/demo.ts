import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { buildApp } from '../src/app.ts'
import { appNow, type Db } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { oneAtATime } from '../src/platform/db/one-at-a-time.ts'
import { demoAccounts, demoEmployer, demoStaff } from '../src/platform/demo.ts'
import type { Deps } from '../src/platform/deps.ts'
import { shanghaiDay } from '../src/platform/shanghai-day.ts'
import { StartError } from '../src/platform/start-error.ts'
import { releaseClock } from './demo/clock.ts'
import { addCourses } from './demo/courses.ts'
import { addEmployer } from './demo/employer.ts'
import { addPeople } from './demo/people.ts'
import { addPlans } from './demo/plans.ts'
import { addPosters } from './demo/posters.ts'
import { liveTrialYear, replaceProof, revokeProofOfImported } from './demo/proofs.ts'
import { addReductions } from './demo/reductions.ts'
import { setUpSite } from './demo/site.ts'
import { addDemoStaff } from './demo/staff.ts'
import { liveLastYear, liveThisYear } from './demo/years.ts'

const marker = 'demo.halfMade'

/** what people make of an empty portal, before anybody signs up too; all else refers to it */
const madeByPeople = [
  ...['staff', 'audit_log', 'setting', 'site_info', 'site_text', 'swiper', 'friendlink'],
  ...['poster', 'poster_import', 'file', 'teacher', 'course', 'question', 'plan'],
  ...['reduction_type', 'organisation', 'student'],
] as const

/**
 * Makes the demo world in an empty database, through the product's own services and calls, by moving app_now().
 * A world left half made (the process was killed) is thrown away and made again: nobody has used it yet.
 * @returns false when there was nothing to do
 * @throws StartError when somebody has used what was left half made
 */
export function seedDemo(deps: Deps): Promise<boolean> {
  return oneAtATime(deps.pool, 'demo', async () => {
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
  await setUpSite(deps, year)
  await addPosters(deps)
  await addPlans(deps, await addCourses(deps), year)
  const app: FastifyInstance = await buildApp(deps)
  try {
    await addPeople(deps, year)
    await liveTrialYear(app, deps, { trialYear: year - 3, year: year - 1 })
    await liveLastYear(app, deps, year - 1)
    await replaceProof(deps, year - 1)
    await revokeProofOfImported(deps, year - 1)
    await liveThisYear(app, deps, year, seedingDay)
    await addReductions(app, deps, year - 1)
    await addEmployer(app, deps, year)
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
  const row = await db
    .selectFrom('setting')
    .select('key')
    .where('key', '=', marker)
    .executeTakeFirst()
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

/** Whether there is anybody whom the seed has not made. */
async function hasStrangers(db: Db): Promise<boolean> {
  const usernames = demoStaff.map(({ username }) => username)
  const phones = demoAccounts.map(({ phone }) => phone)
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from staff where username <> all(${usernames}::text[]))
      or exists (select from student where phone <> all(${phones}::text[]))
      or exists (select from organisation where credit_code <> ${demoEmployer.creditCode}) as found`.execute(
    db,
  )
  return rows[0]?.found !== false
}
