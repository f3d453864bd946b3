import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { buildApp } from '../src/app.ts'
import { addContentFile } from '../src/modules/file/service.ts'
import { appNow } from '../src/platform/db/database.ts'
import type { Deps } from '../src/platform/deps.ts'
import { shanghaiDay } from '../src/platform/shanghai-day.ts'
import { setUpSite } from './demo/site.ts'
import { copyPlans } from './practice/copy-plans.ts'
import { liveRunningYear } from './practice/lives.ts'
import { addPracticePeople, type Passwords } from './practice/people.ts'
import { findRunningYear } from './practice/running-year.ts'

/** every lesson's film: a minute's work for a whole course */
const film = new URL('./media/trial-year-1.mp4', import.meta.url)
const filmDs = 140

/**
 * Makes a practice portal in an empty database (decision 088): the plans of a portal, invented people, and the running year lived by them.
 * @param source a session of the portal whose plans are copied; it is only read
 * @param named what the portal is called on the page of the clock, without a password
 * @returns how many rows of each table were copied
 * @throws StartError where there is no plan to rehearse
 */
export async function makePractice(
  deps: Deps,
  source: { client: pg.ClientBase; named: string },
  passwords: Passwords,
): Promise<Record<string, number>> {
  const { db } = deps
  await db
    .insertInto('practicePortal')
    .values({ source: source.named.slice(0, 300) })
    .execute()
  const videoFileId = await addContentFile(deps, {
    ...{ purpose: 'LESSON', name: '演练短片.mp4', mime: 'video/mp4' },
    content: await readFile(film),
  })
  const target = await deps.pool.connect()
  const copied = await copyPlans(source.client, target, {
    id: videoFileId,
    durationDs: filmDs,
  }).finally(() => target.release())
  const running = await findRunningYear(db, await appNow(db))
  await setUpSite(deps, Number(shanghaiDay(running.begin).slice(0, 4)), {
    title: '执业药师继续教育平台（演练）',
    organizer: '演练单位',
  })
  const app = await buildApp(deps)
  try {
    await addPracticePeople(deps, running, passwords)
    await liveRunningYear({ app, deps, running, password: passwords.learners })
  } finally {
    await app.close()
  }
  await db.updateTable('practicePortal').set({ madeAt: new Date() }).execute()
  return copied
}
