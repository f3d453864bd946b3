import type { Env } from '../env.ts'
import { readSecret } from '../secret-file.ts'
import type { MessageChannel } from './channel.ts'
import { emailChannel } from './email.ts'
import { measuredChannel } from './measured-channel.ts'
import { smsChannel } from './sms.ts'

/** The ways out of the portal this installation has; none unless an operator configures it. @throws StartError */
export async function openChannels({ email, sms }: Pick<Env, 'email' | 'sms'>) {
  const channels: MessageChannel[] = []
  if (email)
    channels.push(emailChannel(email, await readSecret('SMTP_PASSWORD_FILE', email.passwordFile)))
  if (sms)
    channels.push(smsChannel(sms, await readSecret('SMS_SECRET_KEY_FILE', sms.secretKeyFile)))
  return channels.map(measuredChannel)
}
