import { randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { appNow } from '../db/database.ts'
import type { Deps } from '../deps.ts'

/** An account as a device knows it: a new password makes it a stranger there. */
export interface KnownAccount {
  hash: Buffer
  passwordHash: string
}

/** The browser somebody signs in with. */
export interface Device {
  /** its id when it has signed in to this account, with the password of now; else null */
  idAt(account: KnownAccount): Promise<string | null>
  /** after a sign-in: its cookie proves it from now on */
  remember(account: KnownAccount): Promise<void>
}

const cookieName = 'known_device'
const use = 'known device'
/** accounts of one device, the last signed in to first: a pharmacy's computer serves a few people */
const mostAccounts = 8
const lifeDays = 365
const daySeconds = 86_400
/** longer than any of ours */
const longestCookie = 2000

interface Entry {
  /** of the sign-in, since 1970 */
  day: number
  mac: string
}

interface Kept {
  id: string
  entries: Entry[]
}

/**
 * The browser behind a request, by a signed cookie that only calls below `path` bring along. It holds a random id and, for each
 * account it signed in to, a day and a MAC: nothing of a person. It opens no session; it only gives its attempts a count of their own.
 */
export function deviceOf(
  deps: Deps,
  path: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Device {
  const kept = readCookie(request.headers.cookie)
  const isOf = (id: string, { hash, passwordHash }: KnownAccount, { day, mac }: Entry) =>
    deps.keys.macMatches(use, signedText(id, day, hash, passwordHash), mac)
  return {
    idAt: async (account) => {
      if (!kept) return null
      const entry = kept.entries.find((one) => isOf(kept.id, account, one))
      if (!entry) return null
      return (await today(deps)) - entry.day <= lifeDays ? kept.id : null
    },
    remember: async (account) => {
      const id = kept?.id ?? randomBytes(16).toString('base64url')
      const day = await today(deps)
      const mac = deps.keys.mac(use, signedText(id, day, account.hash, account.passwordHash))
      const others = (kept?.entries ?? []).filter((one) => !isOf(id, account, one))
      const entries = [{ day, mac }, ...others].slice(0, mostAccounts)
      const secure = deps.publicUrl().startsWith('https:') || request.protocol === 'https'
      reply.header(
        'set-cookie',
        stringifySetCookie({
          name: cookieName,
          value: [id, ...entries.map((one) => `${one.day}:${one.mac}`)].join('|'),
          path,
          maxAge: lifeDays * daySeconds,
          httpOnly: true,
          sameSite: 'lax',
          secure,
        }),
      )
    },
  }
}

function signedText(id: string, day: number, account: Buffer, passwordHash: string): string {
  return [id, day, account.toString('hex'), passwordHash].join('\n')
}

async function today({ db }: Deps): Promise<number> {
  return Math.floor((await appNow(db)).getTime() / (daySeconds * 1000))
}

/** What a browser sends, whatever it is: only the MACs say that it is ours. */
function readCookie(header: string | undefined): Kept | null {
  const text = header ? parseCookie(header)[cookieName] : undefined
  if (!text || text.length > longestCookie) return null
  const [id = '', ...rest] = text.split('|')
  if (!/^[\w-]{22}$/.test(id)) return null
  const entries = rest.slice(0, mostAccounts).flatMap((part) => {
    const [, day, mac] = /^(\d{1,6}):(\S+)$/.exec(part) ?? []
    return day && mac ? [{ day: Number(day), mac }] : []
  })
  return { id, entries }
}
