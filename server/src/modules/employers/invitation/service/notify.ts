import { appNow, inTransaction, type Tx } from '../../../../platform/db/database.ts'
import { forgetOldImports } from '../../../../platform/db/staged-import.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { continueForBudget, continueUntilStopped, sweepItemsAtOnce } from '../../../../platform/jobs/sweep.ts'
import { listPlans } from '../../../catalogue/service.ts'
import { notify } from '../../../message/service.ts'
import { employerStateChangedMessage } from '../messages.ts'
import {
  claimUnnotifiedInvitations,
  forgetInvitationNumbers,
  listInvitationsToForgetNumbers,
  listUnnotifiedInvitations,
  listUnpaidConfirmedInvitations,
} from '../store/invitations.ts'

/**
 * Runs as a job instead of at the upload, so that neither a response nor its duration reveals who is registered. Only
 * for plans with open sign-up.
 */
export async function notifyInvitedStudents({ db }: Pick<Deps, 'db'>, stopping?: AbortSignal): Promise<void> {
  const job = 'invitation.tellNamed'
  const open = (await listPlans(db)).filter(({ state }) => state === 'OPEN')
  const planIds = open.map(({ id }) => id)
  await sweepItemsAtOnce(db, {
    job,
    items: await listUnnotifiedInvitations(db, { job, planIds, limit: 500 }),
    subjectOf: (id) => id,
    workTogether: (ids) => tell(db, ids),
    goesOn: continueUntilStopped(stopping),
  })
}

async function tell(db: Deps['db'], ids: readonly string[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await claimUnnotifiedInvitations(tx, ids)
    const messages = found.map(({ organisationId, planId, month, studentId, organisationName, year }) => ({
      studentId,
      kind: 'PAYMENT' as const,
      // A student gets at most one message a month from the list (docs/employers.md).
      event: `invitation:${organisationId}:${planId}:${month}`,
      title: '有单位为您代缴报名费',
      body: `“${organisationName}”想为您缴纳 ${year} 年度的报名费。请确认是否同意；您确认之前，单位看不到您的任何信息。`,
      link: '/system/invitations',
    }))
    await notify(tx, ...messages)
  })
}

/**
 * This job deletes numbers of people at the end of a year, and old list reports. It deletes `atOnce` per transaction,
 * so that employers do not wait.
 */
export async function forgetEmployerListData(
  { db }: Pick<Deps, 'db'>,
  stopping?: AbortSignal,
  atOnce = 1000,
): Promise<void> {
  const job = 'invitation.forgetLists'
  const goesOn = continueForBudget(stopping)
  for (let full = true; full && goesOn(); ) {
    const items = await listInvitationsToForgetNumbers(db, { job, limit: atOnce })
    await sweepItemsAtOnce(db, {
      job,
      items,
      subjectOf: (id) => id,
      workTogether: (ids) => inTransaction(db, (tx) => forgetInvitationNumbers(tx, ids)),
      goesOn,
    })
    full = items.length === atOnce
  }
  await inTransaction(db, (tx) => forgetOldImports(tx, 'organisationImport'))
}

/** Notifies students who agreed and are not paid for. */
export async function notifyEmployerChanged(tx: Tx, organisationId: string, disabled: boolean): Promise<void> {
  const at = await appNow(tx)
  const rows = await listUnpaidConfirmedInvitations(tx, organisationId)
  await notify(tx, ...rows.map((row) => employerStateChangedMessage(row, disabled, at)))
}
