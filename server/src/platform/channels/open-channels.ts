import type { Env } from '../env.ts'
import { readSecret } from '../secret-file.ts'
import type { MessageChannel } from './channel.ts'
import { instrumentChannel } from './channel.ts'
import { createEmailChannel } from './email.ts'
import { createSmsChannel } from './sms.ts'

/** @throws StartError. */
export async function openChannels({ email, sms }: Pick<Env, 'email' | 'sms'>) {
  const channels: MessageChannel[] = []
  if (email) channels.push(createEmailChannel(email, await readSecret('SMTP_PASSWORD_FILE', email.passwordFile)))
  if (sms) channels.push(createSmsChannel(sms, await readSecret('SMS_SECRET_KEY_FILE', sms.secretKeyFile)))
  return channels.map(instrumentChannel)
}
