import { appNow, inTransaction, type Tx } from '../../../platform/db/database.ts'
import { forgetOldImports } from '../../../platform/db/staged-import.ts'
import type { Deps } from '../../../platform/deps.ts'
import { goesOnUntil, sweepTogether } from '../../../platform/jobs/sweep.ts'
import { listPlans } from '../../catalogue/service.ts'
import { notify } from '../../message/service.ts'
import { employerMessage } from '../messages.ts'
import { claimUntold, listUnpaidConfirmed, listUntold } from '../store/invitations.ts'
import { forgetNumbers, listNumbered } from '../store/numbers.ts'

/**
 * A job: whoever is named and registered – by now, or since – has a message about it. A job and not the upload, so that
 * nothing an employer sees, not even the time an answer takes, depends on who is registered. Of a plan that is not open,
 * nobody can agree to anything yet, or any more.
 */
export async function tellNamed({ db }: Pick<Deps, 'db'>, stopping?: AbortSignal): Promise<void> {
  const job = 'invitation.tellNamed'
  const open = (await listPlans(db)).filter(({ state }) => state === 'OPEN')
  const planIds = open.map(({ id }) => id)
  await sweepTogether(db, {
    job,
    items: await listUntold(db, { job, planIds, limit: 500 }),
    subjectOf: (id) => id,
    workTogether: (ids) => tell(db, ids),
    goesOn: goesOnUntil(stopping),
  })
}

async function tell(db: Deps['db'], ids: readonly string[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await claimUntold(tx, ids)
    const messages = found.map(
      ({ organisationId, planId, month, studentId, organisationName, year }) => ({
        studentId,
        kind: 'PAYMENT' as const,
        // once a month: named and taken off all day, nobody is told each time (docs/employers.md)
        event: `invitation:${organisationId}:${planId}:${month}`,
        title: '有单位为您代缴报名费',
        body: `“${organisationName}”想为您缴纳 ${year} 年度的报名费。请确认是否同意；您确认之前，单位看不到您的任何信息。`,
        link: '/system/invitations',
      }),
    )
    await notify(tx, ...messages)
  })
}

/**
 * A job: reports of lists nobody follows up, and numbers that nobody is recognised by any more: those of a year at its end, `atOnce`
 * in a transaction, so that no employer waits for all of them.
 */
export async function forgetLists({ db }: Pick<Deps, 'db'>, atOnce = 1000): Promise<void> {
  await inTransaction(db, (tx) => forgetOldImports(tx, 'organisationImport'))
  const ids = await listNumbered(db)
  for (let at = 0; at < ids.length; at += atOnce)
    await inTransaction(db, (tx) => forgetNumbers(tx, ids.slice(at, at + atOnce)))
}

/** Staff have closed an employer's account, or opened it again: whoever agreed to it and is not paid for is told. */
export async function tellOfEmployer(
  tx: Tx,
  organisationId: string,
  disabled: boolean,
): Promise<void> {
  const at = await appNow(tx)
  const rows = await listUnpaidConfirmed(tx, organisationId)
  await notify(tx, ...rows.map((row) => employerMessage(row, disabled, at)))
}
