import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { type ChannelName, channelNames } from '../../../platform/channels/channel.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { maskPhone } from '../../../platform/masked-numbers.ts'
import {
  countSecurityEvents,
  recordSecurityEvent,
  type SecurityEvent,
  type Visitor,
} from '../../../platform/security-log.ts'
import { endConsents, listConsents, setConsent, spendEmailCodes } from '../store/consents.ts'
import { findStudentPhone, lockAccount } from '../store.ts'

export async function myExternalChannels({ db, channels }: Deps, { studentId }: StudentActor) {
  const [student, consents] = await Promise.all([findStudentPhone(db, studentId), listConsents(db, studentId)])
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
export function requireMessageChannel({ channels }: Pick<Deps, 'channels'>, name: ChannelName) {
  return channels.find((channel) => channel.name === name) ?? refuse('message.channelOff')
}

/**
 * Limits how often a student can consent, because SMS needs no code. @throws Refusal message.channelOff,
 * message.agreedTooOften
 */
export async function agreeToSms(deps: Deps, student: StudentActor, client: Visitor) {
  requireMessageChannel(deps, 'SMS')
  const most = await deps.settings.get('message.smsConsentsPerDay')
  await inTransaction(deps.db, async (tx) => {
    const event = await recordConsent(tx, student, { channel: 'SMS', address: null }, client)
    if (event && (await countSecurityEvents(tx, student.studentId, event)) > most)
      refuse('message.agreedTooOften', { most })
  })
  return myExternalChannels(deps, student)
}

/** @throws Refusal common.unauthorized for a closed account */
export async function lockOpenAccount(tx: Tx, studentId: string): Promise<void> {
  const account = await lockAccount(tx, studentId)
  if (!account || account.closedAt) refuse('common.unauthorized')
}

/** @returns the security log event, or null if the consent did not change */
export async function recordConsent(
  tx: Tx,
  { studentId }: StudentActor,
  consent: { channel: ChannelName; address: string | null },
  client: Visitor,
): Promise<SecurityEvent | null> {
  await lockOpenAccount(tx, studentId)
  if (!(await setConsent(tx, { ...consent, studentId }))) return null
  const event = `${consent.channel}_AGREED` as const
  await recordSecurityEvent(tx, { ...client, studentId, event })
  return event
}

/** A withdrawal of consent works even if the channel is no longer configured. */
export async function withdrawConsent(
  deps: Deps,
  student: StudentActor,
  { channel }: { channel: ChannelName },
  client: Visitor,
) {
  const { studentId } = student
  await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, studentId)
    if ((await endConsents(tx, [studentId], [channel])) === 0) return
    if (channel === 'EMAIL') await spendEmailCodes(tx, [studentId])
    await recordSecurityEvent(tx, { ...client, studentId, event: `${channel}_WITHDRAWN` })
  })
  return myExternalChannels(deps, student)
}

/** Ends all consents of accounts that are closed. */
export function withdrawAllConsents(tx: Tx, studentIds: readonly string[]): Promise<number> {
  return endConsents(tx, studentIds, channelNames)
}
