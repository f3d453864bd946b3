import { clientBase } from '@ce/contract'
import { digestPassword } from '@ce/contract/password'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestPerson } from './factories/student.ts'
import {
  addSignInEmployer,
  addSignInStaff,
  addSignInStudent,
  openSignInServers,
  type SignInAnswer,
  type SignInPerson,
  type SignInServers,
  type VisitorBrowser,
} from './sign-in/sign-in-client.ts'

/** The usual limits: 5 failures per account, 50 and 500 per address, 1000 in total. */
let door: SignInServers
beforeAll(async () => {
  door = await openSignInServers()
}, 120_000)
afterAll(() => door?.close())
beforeEach(() => door.startAnew())

const home = { ip: '198.51.100.1' }
const elsewhere = { ip: '203.0.113.1' }

/** Tries to sign in, and solves a challenge if asked, as the page does. */
async function type(
  who: Pick<SignInPerson, 'path'>,
  body: Record<string, string>,
  browser: VisitorBrowser,
): Promise<SignInAnswer> {
  const answer = await door.ask(who.path, browser, body)
  if (answer.key !== 'student.challengeRequired') return answer
  return door.ask(who.path, browser, { ...body, challenge: await door.solved() })
}

/** Other people guess passwords from other addresses until the account is locked for them. */
async function lockOut(person: SignInPerson, body = person.wrong): Promise<void> {
  for (const _ of [1, 2, 3, 4, 5]) await type(person, body, elsewhere)
  expect(await type(person, body, elsewhere)).toMatchObject({ key: person.locked })
}

/** A busy machine may delay some responses, so only one of several must come at once. */
async function expectNoDelay(ask: () => Promise<SignInAnswer>): Promise<void> {
  let quickest = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 20 && quickest >= 200; turn += 1) quickest = Math.min(quickest, (await ask()).ms)
  expect(quickest).toBeLessThan(200)
}

describe.each([
  ['a student', addSignInStudent],
  ['a member of staff', addSignInStaff],
  ['an employer', addSignInEmployer],
] as const)('%s', (_name, add) => {
  it('a known device can sign in while strangers have locked the account', async () => {
    const person: SignInPerson = await add(door.db)
    const { cookie, attributes } = await type(person, person.right, home)
    expect(attributes).toMatch(
      /^known_device=[\w|:-]+; Max-Age=31536000; Path=\/api\/\w+\/\w+\/v1; HttpOnly; SameSite=Lax$/,
    )
    await lockOut(person)
    const locked = await type(person, person.right, home)
    expect(locked).toMatchObject({ status: 200, key: person.locked, data: { minutes: 15 } })
    expect(locked.msg).toContain('15 分钟后再试')
    await expectNoDelay(() => type(person, person.right, elsewhere))
    // Even from a refused address, a known device signs in on both server processes.
    await door.failFrom('198.51.100.7', 500)
    const known = { ip: '198.51.100.7', cookie }
    for (const _ of [1, 2]) expect((await door.ask(person.path, known, person.right)).key).toBe(undefined)
    expect(await type(person, person.right, elsewhere)).toMatchObject({ key: person.locked })
  })

  it('failures on a known device lock the account on this device only', async () => {
    const person: SignInPerson = await add(door.db)
    const { cookie } = await type(person, person.right, home)
    const known = { ...home, cookie }
    for (const _ of [1, 2, 3, 4, 5]) await type(person, person.wrong, known)
    expect(await type(person, person.right, known)).toMatchObject({ key: person.locked })
    expect(await type(person, person.right, elsewhere)).toMatchObject({ key: undefined })
    expect(await door.db.selectFrom('signInFailure').selectAll().where('accountHash', 'is', null).execute()).toEqual([])
  })

  it('failed sign-ins to an existing account get the same responses as those with an unknown name', async () => {
    const person: SignInPerson = await add(door.db)
    const forms: unknown[][] = [[], []]
    for (let attempt = 1; attempt <= 7; attempt += 1)
      for (const [at, body] of [person.wrong, person.nobody].entries()) {
        const { status, key, msg, data } = await type(person, body, elsewhere)
        forms[at]?.push({ status, key, msg, data })
      }
    expect(forms[0]).toEqual(forms[1])
    expect(forms[0]?.at(-1)).toMatchObject({ key: person.locked })
    await expectNoDelay(() => type(person, person.wrong, elsewhere))
    await expectNoDelay(() => type(person, person.nobody, elsewhere))
  })

  it('a sign-in lock and the first attempt that it refuses are each logged once', async () => {
    const person: SignInPerson = await add(door.db)
    await lockOut(person)
    for (const _ of [1, 2, 3]) await type(person, person.right, elsewhere)
    const [audit, security] = [
      await door.db.selectFrom('auditLog').select('action as event').where('subject', '=', person.id).execute(),
      await door.db.selectFrom('securityLog').select('event').where('studentId', '=', person.id).execute(),
    ]
    const events = [...audit, ...security].map(({ event }) => event)
    for (const event of Object.values(person.logged)) expect(events.filter((one) => one === event)).toHaveLength(1)
  })
})

describe('the known-device cookie', () => {
  it('the device cookie is worthless for another account, after it was altered, or after a new password', async () => {
    const [one, other] = [await addSignInStudent(door.db), await addSignInStudent(door.db)]
    const { cookie: ofOne = '', data } = await type(one, one.right, home)
    const { cookie: ofOther = '' } = await type(other, other.right, elsewhere)
    await lockOut(one)
    const lets = async (cookie: string) => (await type(one, one.right, { ...home, cookie })).key
    expect(await lets(ofOne)).toBe(undefined)
    expect(await lets(ofOther)).toBe('student.locked')
    const [id, entry = ''] = ofOne.replace('known_device=', '').split('|')
    const [foreign] = ofOther.replace('known_device=', '').split('|')
    const [day, mac = ''] = entry.split(':')
    for (const forged of [
      `${foreign}|${entry}`,
      `${id}|${Number(day) + 1}:${mac}`,
      `${id}|${day}:${mac.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}`,
      `${id}|${day}:`,
      `${id}|${'0:0|'.repeat(400)}${entry}`,
      '%E0%A4%A',
      '|'.repeat(3000),
    ])
      expect(await lets(`known_device=${forged}`)).toBe('student.locked')
    const profile = await door.ask(`${clientBase}/student/v1/profile`, { ...home, cookie: ofOne })
    expect(profile.status).toBe(401)
    const changed = await changePassword(String(data.token), {
      oldPassword: one.password,
      newPassword: digestPassword('Brand#New26'),
    })
    const right = { account: one.phone, password: digestPassword('Brand#New26') }
    expect((await type(one, right, { ...home, cookie: ofOne })).key).toBe('student.locked')
    expect((await type(one, right, { ...home, cookie: changed })).key).toBe(undefined)
  })

  it('the device cookie holds the last eight accounts and none of their numbers', async () => {
    const people = await Promise.all(Array.from({ length: 9 }, () => addSignInStudent(door.db)))
    const browser: VisitorBrowser = { ...home }
    for (const person of people) browser.cookie = (await type(person, person.right, browser)).cookie
    for (const person of people)
      for (const own of [person.id, person.phone, person.idNo]) expect(browser.cookie).not.toContain(own)
    const [first, second] = people
    for (const person of [first, second]) if (person) await lockOut(person)
    expect(first && (await type(first, first.right, browser)).key).toBe('student.locked')
    expect(second && (await type(second, second.right, browser)).key).toBe(undefined)
  })
})

/** @returns the device cookie after the change */
async function changePassword(token: string, body: object): Promise<string> {
  const answer = await door.ask(`${clientBase}/student/v1/modify_password`, { ...home, token }, body)
  expect(answer.key).toBe(undefined)
  return answer.cookie ?? ''
}

describe('sign-in limits of an account', () => {
  it('failures count together for all names and spellings of an account', async () => {
    const person = await addSignInStudent(door.db)
    const wide = person.phone.replace(/\d/g, (digit) => String.fromCharCode(Number(digit) + 0xff10))
    const typed = [person.phone, person.idNo, ` ${wide} `, person.idNo.toLowerCase(), person.phone]
    for (const account of typed)
      expect(await type(person, { ...person.wrong, account }, elsewhere)).toMatchObject({
        key: 'student.badCredentials',
      })
    for (const account of [person.phone, person.idNo, wide])
      expect(await type(person, { ...person.right, account }, home)).toMatchObject({
        key: 'student.locked',
      })
  })
})

it('a sign-in attempt whose check did not finish is not a failure', async () => {
  const person = await addSignInStudent(door.db)
  for (const _ of [1, 2, 3, 4, 5]) await type(person, person.wrong, elsewhere)
  // The state after a process was killed while it compared the password.
  await door.db.updateTable('signInFailure').set({ decided: false }).execute()
  expect((await type(person, person.right, home)).key).toBe('student.locked')
  await door.passTime(61)
  expect((await door.ask(person.path, home, person.right)).key).toBe(undefined)
})

describe('sign-in limits of an address', () => {
  it('an address that tries one password per account must solve challenges, then both processes refuse it', async () => {
    const [owner, other] = [await addSignInStudent(door.db), await addSignInStudent(door.db)]
    const { cookie } = await type(owner, owner.right, elsewhere)
    const spray = async (count: number) => {
      const victims = await Promise.all(Array.from({ length: count }, () => addSignInStudent(door.db)))
      return Promise.all(victims.map((victim) => door.ask(victim.path, home, victim.wrong)))
    }
    const guesses = await spray(50)
    expect(new Set(guesses.map(({ key }) => key))).toEqual(new Set(['student.badCredentials']))
    expect(await door.ask(other.path, home, other.right)).toMatchObject({
      key: 'student.challengeRequired',
      data: { challenge: expect.anything() },
    })
    expect((await type(other, other.right, home)).key).toBe(undefined)
    // Even with solved challenges, parallel attempts are compared only up to the limit.
    await door.failFrom(home.ip, 447)
    const solved = await Promise.all(Array.from({ length: 9 }, () => door.solved()))
    const last = await Promise.all(
      solved.map((challenge) =>
        door.ask(other.path, home, { ...other.nobody, account: createTestPerson().phone, challenge }),
      ),
    )
    expect(last.filter(({ key }) => key === 'student.badCredentials').length).toBeLessThanOrEqual(3)
    expect(last.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(6)
    await door.failFrom(home.ip, 3)
    for (const _ of [1, 2]) {
      const refused = await type(other, other.right, home)
      expect(refused).toMatchObject({ status: 429, key: 'common.addressLimited' })
      expect(refused.msg).toContain('15 分钟后再试')
      expect(refused.retryAfter).toBeGreaterThan(800)
      expect(refused.retryAfter).toBeLessThanOrEqual(900)
    }
    // People on known devices and at other addresses are not affected.
    expect((await door.ask(owner.path, { ...home, cookie }, owner.right)).key).toBe(undefined)
    expect((await door.ask(other.path, elsewhere, other.right)).key).toBe(undefined)
    const told = door.db.selectFrom('securityLog').select('ip').where('event', '=', 'ADDRESS_REFUSED')
    expect(await told.execute()).toEqual([{ ip: home.ip }])
    await door.passTime(15 * 60)
    expect((await door.ask(other.path, home, other.right)).key).toBe(undefined)
  })

  it('an IPv6 address is limited together with its /64 network', async () => {
    const person = await addSignInStudent(door.db)
    await door.failFrom('2001:db8:1:2', 49)
    const hostile = { ip: '2001:db8:1:2::bad' }
    expect((await door.ask(person.path, hostile, person.nobody)).key).toBe('student.badCredentials')
    const ask = (ip: string) => door.ask(person.path, { ip }, person.right)
    expect((await ask('2001:db8:1:2:ffff::1')).key).toBe('student.challengeRequired')
    expect((await ask('2001:db8:1:3::1')).key).toBe(undefined)
  })

  it('200 people can sign in at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 200 }, () => addSignInStudent(door.db)))
    const answers = await Promise.all(people.map((one) => door.ask(one.path, home, one.right)))
    expect(answers.filter(({ key }) => key !== undefined)).toEqual([])
    const wrong = door.db.selectFrom('signInFailure').selectAll().where('decided', '=', true)
    expect(await wrong.execute()).toEqual([])
  })

  it('registrations that test which phone numbers exist are limited like password guesses', async () => {
    const { phone } = await addSignInStudent(door.db)
    const site = await door.ask(`${clientBase}/first_page/v1/site_info`, home)
    const { agreementVersion, privacyVersion } = site.data
    const register = async () => {
      const person = { ...createTestPerson(), idType: 'ID_CARD', phone, agreementVersion, privacyVersion }
      const body = { ...person, challenge: await door.solved() }
      return door.ask(`${clientBase}/student/v1/register`, home, body)
    }
    await door.failFrom(home.ip, 499)
    expect((await register()).key).toBe('student.phoneTaken')
    expect(await register()).toMatchObject({ status: 429, key: 'common.addressLimited' })
  })
})

it('unknown devices must solve a challenge while many addresses guess at many accounts', async () => {
  const person = await addSignInStudent(door.db)
  const { cookie } = await type(person, person.right, home)
  await Promise.all(Array.from({ length: 100 }, (_, at) => door.failFrom(`192.0.2.${at}`, 10)))
  expect((await door.ask(person.path, elsewhere, person.right)).key).toBe('student.challengeRequired')
  expect((await type(person, person.right, elsewhere)).key).toBe(undefined)
  expect((await door.ask(person.path, { ...home, cookie }, person.right)).key).toBe(undefined)
})
