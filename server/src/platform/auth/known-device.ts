import { randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { appNow } from '../db/database.ts'
import type { Deps } from '../deps.ts'

/** A device stops being known when the password changes. */
export interface KnownAccount {
  hash: Buffer
  passwordHash: string
}

export interface SignInDevice {
  /** The device's id at this account; null unless this browser has signed in with the current password. */
  idAt(account: KnownAccount): Promise<string | null>
  remember(account: KnownAccount): Promise<void>
}

const cookieName = 'known_device'
const use = 'known device'
/** Several people share a pharmacy's computer, so a device remembers their accounts. */
const mostAccounts = 8
const lifeDays = 365
const daySeconds = 86_400
const longestCookie = 2000

interface Entry {
  day: number
  mac: string
}

interface Kept {
  id: string
  entries: Entry[]
}

/**
 * Reads and writes the signed cookie that remembers the device. It gives no access: a known device only gets its own
 * failure counter.
 */
export function readSignInDevice(
  deps: Deps,
  path: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): SignInDevice {
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
