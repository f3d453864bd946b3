import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { type ChannelName, channelNames } from '../../../platform/channels/channel.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { maskPhone } from '../../../platform/masked-numbers.ts'
import {
  countSecurityEvents,
  type SecurityEvent,
  securityEvent,
  type Visitor,
} from '../../../platform/security-log.ts'
import { findPhone, lockAccount } from '../store/accounts.ts'
import { spendCodes } from '../store/codes.ts'
import { endConsents, listConsents, setConsent } from '../store/consents.ts'

/** The ways out of the portal that are configured, and which of them this student agreed to. */
export async function myOutside({ db, channels }: Deps, { studentId }: StudentActor) {
  const [student, consents] = await Promise.all([
    findPhone(db, studentId),
    listConsents(db, studentId),
  ])
  const byChannel = new Map(consents.map((row) => [row.channel, row]))
  const shown = channels.map(({ name }) => {
    const consent = byChannel.get(name)
    return {
      channel: name,
      agreedAt: consent?.agreedAt ?? null,
      to: name === 'SMS' ? maskPhone(student?.phone ?? '') : (consent?.address ?? null),
    }
  })
  return { channels: shown }
}

/** @throws Refusal message.channelOff */
export function requireChannel({ channels }: Pick<Deps, 'channels'>, name: ChannelName) {
  return channels.find((channel) => channel.name === name) ?? refuse('message.channelOff')
}

/**
 * An SMS goes to the account's phone: agreeing is all there is to it, so that it is counted; of e-mail the codes are.
 * @throws Refusal message.channelOff, message.agreedTooOften
 */
export async function agreeToSms(deps: Deps, student: StudentActor, client: Visitor) {
  requireChannel(deps, 'SMS')
  const most = await deps.settings.get('message.smsConsentsPerDay')
  await inTransaction(deps.db, async (tx) => {
    const event = await agree(tx, student, { channel: 'SMS', address: null }, client)
    if (event && (await countSecurityEvents(tx, student.studentId, event)) > most)
      refuse('message.agreedTooOften', { most })
  })
  return myOutside(deps, student)
}

/** @throws Refusal common.unauthorized when the account was closed while the call waited for its lock */
export async function lockOpen(tx: Tx, studentId: string): Promise<void> {
  const account = await lockAccount(tx, studentId)
  if (!account || account.closedAt) refuse('common.unauthorized')
}

/** Writes a consent down, with an event of the security log. @returns the event; null: it stood already */
export async function agree(
  tx: Tx,
  { studentId }: StudentActor,
  consent: { channel: ChannelName; address: string | null },
  client: Visitor,
): Promise<SecurityEvent | null> {
  await lockOpen(tx, studentId)
  if (!(await setConsent(tx, { ...consent, studentId }))) return null
  const event = `${consent.channel}_AGREED` as const
  await securityEvent(tx, { ...client, studentId, event })
  return event
}

/** Nothing more is sent from now on, whether or not the channel is still configured. */
export async function withdraw(
  deps: Deps,
  student: StudentActor,
  { channel }: { channel: ChannelName },
  client: Visitor,
) {
  const { studentId } = student
  await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, studentId)
    if ((await endConsents(tx, [studentId], [channel])) === 0) return
    if (channel === 'EMAIL') await spendCodes(tx, [studentId])
    await securityEvent(tx, { ...client, studentId, event: `${channel}_WITHDRAWN` })
  })
  return myOutside(deps, student)
}

/** Of accounts that end: all of it. */
export function endAllConsents(tx: Tx, studentIds: readonly string[]): Promise<number> {
  return endConsents(tx, studentIds, channelNames)
}
