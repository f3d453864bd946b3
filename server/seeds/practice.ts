import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { buildApp } from '../src/app.ts'
import { addContentFile } from '../src/modules/file/service/content.ts'
import { appNow } from '../src/platform/db/database.ts'
import type { Deps } from '../src/platform/deps.ts'
import { shanghaiDay } from '../src/platform/shanghai-day.ts'
import { setUpDemoSite } from './demo/site.ts'
import { copyPlans } from './practice/copy-plans.ts'
import { simulateRunningYear } from './practice/lives.ts'
import { addPracticePeople, type PracticePasswords } from './practice/people.ts'
import { findPracticeYear } from './practice/running-year.ts'

/** All lessons use this film, so that a whole course takes a minute. */
const film = new URL('./media/trial-year-1.mp4', import.meta.url)
const filmDs = 140

/**
 * Creates a practice portal in an empty database (decision 088). @param source connection from which plans are only
 * read @param named name of the source on the clock page @returns number of copied rows by table @throws StartError
 * when no plan can be practised
 */
export async function createPracticePortal(
  deps: Deps,
  source: { client: pg.ClientBase; named: string },
  passwords: PracticePasswords,
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
  const running = await findPracticeYear(db, await appNow(db))
  await setUpDemoSite(deps, Number(shanghaiDay(running.begin).slice(0, 4)), {
    title: '执业药师继续教育平台（演练）',
    organizer: '演练单位',
  })
  const app = await buildApp(deps)
  try {
    await addPracticePeople(deps, running, passwords)
    await simulateRunningYear({ app, deps, running, password: passwords.learners })
  } finally {
    await app.close()
  }
  await db.updateTable('practicePortal').set({ madeAt: new Date() }).execute()
  return copied
}
