import { randomInt, randomUUID } from 'node:crypto'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { logWarning } from '../../../platform/observability/log.ts'
import type { Visitor } from '../../../platform/security-log.ts'
import {
  countEmailCodes,
  forgetOldEmailCodes,
  insertEmailCode,
  lockEmailAddress,
  spendEmailCodes,
  spendEmailCodeTry,
} from '../store/consents.ts'
import { lockOpenAccount, myExternalChannels, recordConsent, requireMessageChannel } from './outside.ts'

const waitSeconds = 60

/**
 * Codes that were not delivered also count, to protect mail servers. @throws Refusal message.channelOff, codeTooSoon,
 * codesSpent, codeNotSent
 */
export async function sendEmailCode(deps: Deps, { studentId }: StudentActor, { email: address }: { email: string }) {
  const channel = requireMessageChannel(deps, 'EMAIL')
  const most = await deps.settings.get('message.codesPerDay')
  const id = randomUUID()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await inTransaction(deps.db, async (tx) => {
    await lockOpenAccount(tx, studentId)
    await lockEmailAddress(tx, address)
    const { own, there, secondsAgo } = await countEmailCodes(tx, studentId, address)
    if (secondsAgo !== null && secondsAgo < waitSeconds)
      refuse('message.codeTooSoon', { seconds: Math.ceil(waitSeconds - secondsAgo) })
    if (Math.max(own, there) >= most) refuse('message.codesSpent', { most })
    await insertEmailCode(tx, {
      id,
      studentId,
      address,
      codeMac: deps.keys.mac('email-code', id + code),
    })
  })
  const sent = await channel.send({
    to: address,
    kind: 'ACCOUNT',
    key: id,
    subject: '邮箱验证码',
    text: `验证码：${code}\n\n十分钟内有效，用于在继续教育平台接收邮件通知。如果不是您本人操作，请忽略这封邮件。`,
  })
  if (sent.state !== 'ACCEPTED') {
    logWarning(`email code ${id}: ${sent.reason}`)
    refuse('message.codeNotSent')
  }
  return { waitSeconds }
}

/** @throws Refusal message.channelOff, wrongCode */
export async function agreeToEmail(
  deps: Deps,
  student: StudentActor,
  { email: address, code }: { email: string; code: string },
  client: Visitor,
) {
  requireMessageChannel(deps, 'EMAIL')
  const right = await inTransaction(deps.db, async (tx) => {
    await lockOpenAccount(tx, student.studentId)
    // A wrong code also uses up a try.
    const sent = await spendEmailCodeTry(tx, student.studentId, address)
    if (!sent || !deps.keys.macMatches('email-code', sent.id + code, sent.codeMac)) return false
    // The code of this address stays valid, so that a repeated request still succeeds; other codes become invalid.
    await spendEmailCodes(tx, [student.studentId], { but: address })
    await recordConsent(tx, student, { channel: 'EMAIL', address }, client)
    return true
  })
  if (!right) refuse('message.wrongCode', { fields: { code: '验证码不正确或已失效' } })
  return myExternalChannels(deps, student)
}

export function forgetSpentCodes({ db }: Pick<Deps, 'db'>): Promise<void> {
  return forgetOldEmailCodes(db)
}
