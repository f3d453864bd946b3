import type { yearFigures } from '@ce/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { appNow, type Db, inSnapshot, type Tx } from '../../../platform/db/database.ts'
import { foldSmall } from '../fold.ts'
import { countSigns, type SignFigures } from '../store/signs.ts'
import { countDays, countReductions, countTotals, sumHours } from '../store/sums.ts'
import { keepFigures } from '../store.ts'

export type Figures = z.input<typeof yearFigures>

const atWork = new Map<number, Promise<{ asOf: Date; figures: Figures }>>()

/** Works the figures of a year out and keeps them; who asks meanwhile waits for the same. */
export function workOut(db: Db, year: number): Promise<{ asOf: Date; figures: Figures }> {
  const running = atWork.get(year)
  if (running) return running
  const mine = workOutNow(db, year).finally(() => atWork.delete(year))
  atWork.set(year, mine)
  return mine
}

async function workOutNow(db: Db, year: number) {
  const began = performance.now()
  // one moment for all of them: the figures must agree with each other
  const found = await inSnapshot(db, async (tx) => {
    // a hundred thousand students' courses are compared in memory instead of on disk
    await sql`set local work_mem = '64MB'`.execute(tx)
    return { asOf: await appNow(tx), figures: await figuresOf(tx, year) }
  })
  await keepFigures(db, { year, ...found, tookMs: Math.round(performance.now() - began) })
  return found
}

async function figuresOf(tx: Tx, year: number): Promise<Figures> {
  const { signs, courses } = await countSigns(tx, year)
  const all = signs.find(({ by }) => by === 'ALL')
  const { people, orders, paid, refunded, valid, revoked } = await countTotals(tx, year)
  const reductions = await countReductions(tx, year)
  const hours = await sumHours(tx, year)
  return {
    people,
    funnel: [
      { step: 'SIGNED', count: all?.signed ?? 0 },
      { step: 'PAID', count: all?.paid ?? 0 },
      { step: 'LEARNED', count: all?.learned ?? 0 },
      { step: 'PASSED', count: all?.passed ?? 0 },
      { step: 'PROVEN', count: all?.proven ?? 0 },
    ],
    completion: {
      professional: all?.professional ?? 0,
      public: all?.public ?? 0,
      both: all?.both ?? 0,
    },
    money: { orders, paid, refunded, kept: paid - refunded },
    proofs: { valid, revoked },
    days: await countDays(tx, year),
    cities: groupsOf(signs, 'CITY'),
    employers: groupsOf(signs, 'EMPLOYER'),
    courses,
    reductions: reductions.map((row) => ({ ...row, hours: row.hours / 10 })),
    hours: hours.map((row) => ({
      ...row,
      professional: row.professional / 10,
      public: row.public / 10,
    })),
  }
}

function groupsOf(signs: SignFigures[], which: SignFigures['by']) {
  return foldSmall(
    signs
      .filter(({ by }) => by === which)
      .map(({ name, signed, paid, proven }) => ({
        kind: name === null ? ('UNKNOWN' as const) : ('NAMED' as const),
        name: name ?? '未填写',
        signed,
        paid,
        proven,
      })),
  )
}
