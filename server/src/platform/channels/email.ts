import { createTransport } from 'nodemailer'
import { isLocalHost, readEnvGroup } from '../env-group.ts'
import { StartError } from '../errors.ts'
import { waitAtMost } from '../time-limit.ts'
import type { MessageChannel, OutgoingMessage, SendOutcome } from './channel.ts'

const names = {
  url: 'SMTP_URL',
  passwordFile: 'SMTP_PASSWORD_FILE',
  from: 'SMTP_FROM',
} as const

export const emailVariables: readonly string[] = [...Object.values(names)]

const patienceMs = 8000

/** Time limit in ms for sending a message, even to a slow server (channel.ts). */
const wholeMs = 25_000

/** The key is the Message-ID, so a repeated mail is shown once. */
export function createEmailChannel(settings: EmailSettings, password: string): MessageChannel {
  const { host, port, tls, user, from } = settings
  const transport = createTransport({
    host,
    port,
    secure: tls === 'IMPLICIT',
    requireTLS: tls === 'STARTTLS',
    ignoreTLS: tls === 'NONE',
    auth: { user, pass: password },
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    // The text of a message must not make the mailer read a file or load an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.slice(from.address.indexOf('@') + 1)
  return {
    name: 'EMAIL',
    quiet: null,
    send: ({ to, subject, text, key, attachment }) =>
      // A mail that is delivered after the time limit has the same Message-ID as its next try.
      waitAtMost<SendOutcome>(
        wholeMs,
        transport
          .sendMail({
            from,
            to: { name: '', address: to },
            subject,
            text,
            ...(attachment ? { attachments: [attached(attachment)] } : {}),
            messageId: `<${key}@${domain}>`,
            // The header prevents automatic absence replies.
            headers: { 'Auto-Submitted': 'auto-generated' },
          })
          .then(() => ({ state: 'ACCEPTED' }) as const, toSmtpOutcome),
        { state: 'LATER', reason: 'SMTP TOO_SLOW' },
      ),
  }
}

const attached = ({ name, mime, content }: NonNullable<OutgoingMessage['attachment']>) => ({
  filename: name,
  contentType: mime,
  content,
})

interface SmtpError {
  code?: string
  responseCode?: number
}

/** Only a permanent error about this mail or its recipient is final. */
export function toSmtpOutcome(error: SmtpError): SendOutcome {
  const { code = 'UNKNOWN', responseCode } = error
  const reason = `SMTP ${responseCode ?? code}`
  const ofThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const forGood = responseCode !== undefined && responseCode >= 500
  return { state: ofThisMail && forGood ? 'REFUSED' : 'LATER', reason }
}

/** The settings contain no password; it is only in `passwordFile` (docs/messages.md). */
export interface EmailSettings {
  host: string
  port: number
  /** IMPLICIT: TLS at once. STARTTLS: TLS before any command. NONE: only for this machine. */
  tls: 'IMPLICIT' | 'STARTTLS' | 'NONE'
  user: string
  passwordFile: string
  from: { name: string; address: string }
}

/** null when no e-mail variable is set. @throws StartError that names a missing or malformed variable. */
export function readEmailSettings(from: NodeJS.ProcessEnv): EmailSettings | null {
  const group = readEnvGroup(from, { names, shapes: {}, of: 'e-mail' })
  return (
    group && {
      ...readServer(group.url),
      passwordFile: group.passwordFile,
      from: readSender(group.from),
    }
  )
}

function readServer(value: string) {
  const url = URL.parse(value)
  // The value is not printed, because it may contain a password.
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || !url.username || url.password)
    throw new StartError(
      'SMTP_URL must look like smtps://user@host:465 (or smtp://user@host:587, with STARTTLS), the password in SMTP_PASSWORD_FILE',
    )
  const secure = url.protocol === 'smtps:'
  const host = url.hostname
  const plain = isLocalHost(host) ? 'NONE' : 'STARTTLS'
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    tls: secure ? 'IMPLICIT' : plain,
    user: decodeURIComponent(url.username),
  } as const
}

function readSender(value: string): EmailSettings['from'] {
  const found = /^(?:([^<>"\r\n]{1,60}?)\s*<)?([^\s<>@]+@[^\s<>@]+)>?$/.exec(value)
  if (!found || value.includes('<') !== value.endsWith('>'))
    throw new StartError(`SMTP_FROM must be an address or "name <address>", not ${JSON.stringify(value)}`)
  return { name: found[1] ?? '', address: found[2] ?? '' }
}
