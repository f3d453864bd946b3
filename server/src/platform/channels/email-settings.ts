import { isThisMachine, readEnvGroup } from '../env-group.ts'
import { StartError } from '../start-error.ts'

/** The server that takes our e-mail; its password is only ever in its file (docs/messages.md). */
export interface EmailSettings {
  host: string
  port: number
  /** IMPLICIT: from the first byte on · STARTTLS: before anything is said · NONE: only to this machine */
  tls: 'IMPLICIT' | 'STARTTLS' | 'NONE'
  user: string
  passwordFile: string
  from: { name: string; address: string }
}

const names = {
  url: 'SMTP_URL',
  passwordFile: 'SMTP_PASSWORD_FILE',
  from: 'SMTP_FROM',
} as const
/** every variable that is read here */
export const emailVariables: readonly string[] = [...Object.values(names)]

/** All of the variables, or none: null. @throws StartError naming the one that is missing or malformed */
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
  // nothing of it is printed: somebody may have written a password there
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || !url.username || url.password)
    throw new StartError(
      'SMTP_URL must look like smtps://user@host:465 (or smtp://user@host:587, with STARTTLS), the password in SMTP_PASSWORD_FILE',
    )
  const secure = url.protocol === 'smtps:'
  const host = url.hostname
  const plain = isThisMachine(host) ? 'NONE' : 'STARTTLS'
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
    throw new StartError(
      `SMTP_FROM must be an address or "name <address>", not ${JSON.stringify(value)}`,
    )
  return { name: found[1] ?? '', address: found[2] ?? '' }
}
