import { createTransport } from 'nodemailer'
import type { MessageChannel, Outcome, Outgoing } from './channel.ts'
import type { EmailSettings } from './email-settings.ts'

/** a mail is taken in a moment */
const patienceMs = 8000
/** the above is of each silence; in all less than half a minute (channel.ts), however slowly a server drips */
const wholeMs = 25_000

/** E-mail by SMTP. The key stands in Message-ID: whoever gets a mail twice sees one. */
export function emailChannel(settings: EmailSettings, password: string): MessageChannel {
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
    // a text is a text: it opens no file and no address
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.slice(from.address.indexOf('@') + 1)
  return {
    name: 'EMAIL',
    quiet: null,
    send: ({ to, subject, text, key, attachment }) =>
      inTime(
        transport
          .sendMail({
            from,
            to: { name: '', address: to },
            subject,
            text,
            ...(attachment ? { attachments: [attached(attachment)] } : {}),
            messageId: `<${key}@${domain}>`,
            // no answer of absence comes back
            headers: { 'Auto-Submitted': 'auto-generated' },
          })
          .then(() => ({ state: 'ACCEPTED' }) as const, outcomeOf),
      ),
  }
}

const attached = ({ name, mime, content }: NonNullable<Outgoing['attachment']>) => ({
  filename: name,
  contentType: mime,
  content,
})

/** What arrives after that all the same has the Message-ID of its next try. */
function inTime(sending: Promise<Outcome>): Promise<Outcome> {
  const late = Promise.withResolvers<Outcome>()
  const timer = setTimeout(late.resolve, wholeMs, { state: 'LATER', reason: 'SMTP TOO_SLOW' })
  return Promise.race([sending, late.promise]).finally(() => clearTimeout(timer))
}

interface SmtpError {
  code?: string
  responseCode?: number
}

/** Only what a server says for good of this mail or its reader is for good; a wrong password is ours to mend. */
export function outcomeOf(error: SmtpError): Outcome {
  const { code = 'UNKNOWN', responseCode } = error
  const reason = `SMTP ${responseCode ?? code}`
  const ofThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const forGood = responseCode !== undefined && responseCode >= 500
  return { state: ofThisMail && forGood ? 'REFUSED' : 'LATER', reason }
}
