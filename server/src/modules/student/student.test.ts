import { digestPassword } from '@ce/contract/password'
import { describe, expect, it } from 'vitest'
import {
  makeStudent,
  newIdNo,
  newPerson,
  registration,
  solved,
} from '../../../test/factories/student.ts'
import { titlesTo } from '../../../test/told/messages.ts'
import { call, deps, must, passTime } from '../../../test/world.ts'

const wrong = digestPassword('Wrong#2026')

describe('register', () => {
  it('registers, signs in, and lower-case x in the ID is the same person', async () => {
    const person = await registration({ name: '欧阳·阿依古丽' })
    const { token, user } = await must('POST /student/v1/register', person)
    expect(user).toMatchObject({
      isInitPassword: true,
      phoneMasked: expect.stringMatching(/^1\d{2}\*{4}\d{4}$/),
    })
    const profile = await must('GET /student/v1/profile', {}, token)
    expect(profile).toMatchObject({
      name: '欧阳·阿依古丽',
      nameLocked: false,
      certificateNo: person.certificateNo,
    })
    expect(JSON.stringify(profile)).not.toContain(person.idNo)
    await must('POST /student/v1/login', {
      account: person.idNo.toLowerCase(),
      password: person.password,
    })
  })

  it('keeps argon2id of the password', async () => {
    const person = await registration()
    await must('POST /student/v1/register', person)
    const { db } = await deps()
    const { passwordHash } = await db
      .selectFrom('student')
      .select('passwordHash')
      .where('phone', '=', person.phone)
      .executeTakeFirstOrThrow()
    // 19 MiB, two passes: what OWASP asks for at least
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it.each([
    ['name', { name: 'John' }],
    ['name', { name: '王' }],
    ['name', { name: '<b>王五</b>' }],
    ['idNo', { idNo: '11010519491231002A' }],
    ['idNo', { idNo: '110105194912310021' }],
    ['idNo', { idNo: '110105194913310021' }],
    ['phone', { phone: '12345678901' }],
    ['password', { password: 'plain text' }],
    ['certificateNo', { certificateNo: "a'; drop table student;--" }],
    ['agreementVersion', { agreementVersion: '' }],
    ['idType', { idType: 'NONE' }],
    ['name', { name: { $ne: null } }],
  ])('refuses a bad %s', async (field, change) => {
    const answer = await call('POST /student/v1/register', await registration(change))
    expect(answer).toMatchObject({ status: 200, key: 'common.invalid' })
    expect(Object.keys((answer.data as unknown as { fields: object }).fields)).toContain(field)
  })

  it.each(['', '12345678', 'Demo@2026', 'their phone', 'the end of their ID'])(
    'refuses a password everybody would guess: %s',
    async (password) => {
      const person = newPerson()
      const own: Record<string, string> = {
        'their phone': person.phone,
        'the end of their ID': person.idNo.slice(-6),
      }
      const weak = digestPassword(own[password] ?? password)
      expect(
        await call('POST /student/v1/register', await registration({ ...person, password: weak })),
      ).toMatchObject({
        key: 'student.weakPassword',
        data: { fields: { password: '这个密码过于简单或常见' } },
      })
    },
  )

  it.each([
    ['phone', 'student.phoneTaken'],
    ['idNo', 'student.idTaken'],
    ['certificateNo', 'student.certificateTaken'],
  ] as const)('refuses a %s that is taken', async (field, key) => {
    const student = await makeStudent()
    expect(
      await call('POST /student/v1/register', await registration({ [field]: student[field] })),
    ).toMatchObject({ key })
  })

  it('refuses an ID number known under another ID type', async () => {
    const idNo = `H${newPerson().phone.slice(-8)}`
    await must('POST /student/v1/register', await registration({ idType: 'HK_MO_TW', idNo }))
    const twin = await registration({ idType: 'PASSPORT', idNo })
    expect(await call('POST /student/v1/register', twin)).toMatchObject({ key: 'student.idTaken' })
  })

  it('asks for a challenge, and the refusal brings one along', async () => {
    const answer = await call(
      'POST /student/v1/register',
      await registration({ challenge: undefined }),
    )
    expect(answer).toMatchObject({
      key: 'student.challengeRequired',
      data: { challenge: { parameters: { algorithm: 'PBKDF2/SHA-256' } } },
    })
  })

  it('of two at once with one phone, one wins', async () => {
    const first = await registration()
    const second = await registration({ phone: first.phone })
    const answers = await Promise.all(
      [first, second].map((body) => call('POST /student/v1/register', body)),
    )
    expect(answers.map((answer) => answer.key).sort()).toEqual(['student.phoneTaken', undefined])
  })

  it('of two at once with one ID number under two types, one wins', async () => {
    const idNo = `H${newPerson().phone.slice(-8)}`
    const first = await registration({ idType: 'HK_MO_TW', idNo })
    const second = await registration({ idType: 'PASSPORT', idNo })
    const answers = await Promise.all(
      [first, second].map((body) => call('POST /student/v1/register', body)),
    )
    expect(answers.map((answer) => answer.key).sort()).toEqual(['student.idTaken', undefined])
  })

  it('knows a certificate in any case', async () => {
    const { certificateNo } = await makeStudent()
    const again = await registration({ certificateNo: certificateNo.toLowerCase() })
    expect(await call('POST /student/v1/register', again)).toMatchObject({
      key: 'student.certificateTaken',
    })
  })
})

describe('login', () => {
  it('works by phone and by ID number, and answers alike for wrong password and unknown account', async () => {
    const student = await makeStudent()
    await must('POST /student/v1/login', { account: student.idNo, password: student.password })
    const wrongPassword = await call('POST /student/v1/login', {
      account: student.phone,
      password: wrong,
    })
    const unknown = await call('POST /student/v1/login', {
      account: newPerson().phone,
      password: wrong,
    })
    expect(wrongPassword).toEqual(unknown)
    expect(unknown).toMatchObject({ key: 'student.badCredentials' })
  })

  it('asks for a challenge from the third attempt, locks after five, opens after 15 minutes', async () => {
    const student = await makeStudent()
    const attempt = async (challenge?: string) =>
      (await call('POST /student/v1/login', { account: student.phone, password: wrong, challenge }))
        .key
    expect([await attempt(), await attempt(), await attempt()]).toEqual([
      'student.badCredentials',
      'student.badCredentials',
      'student.challengeRequired',
    ])
    const answer = await solved()
    expect(await attempt(answer)).toBe('student.badCredentials')
    expect(await attempt(answer)).toBe('student.challengeInvalid')
    expect(await attempt(await solved())).toBe('student.badCredentials')
    expect(await attempt(await solved())).toBe('student.badCredentials')
    const right = { account: student.phone, password: student.password }
    expect(await call('POST /student/v1/login', right)).toMatchObject({ key: 'student.locked' })
    await passTime(16 * 60)
    await must('POST /student/v1/login', right)
  })

  it('stays locked for 15 minutes from the fifth failure, however long before it the first was', async () => {
    const student = await makeStudent()
    const attempt = async (password: string) =>
      call('POST /student/v1/login', {
        account: student.phone,
        password,
        challenge: await solved(),
      })
    await attempt(wrong)
    await passTime(870)
    for (const _ of [2, 3, 4, 5]) await attempt(wrong)
    await passTime(14 * 60)
    expect(await attempt(student.password)).toMatchObject({
      key: 'student.locked',
      msg: expect.stringContaining('1 分钟'),
    })
    await passTime(61)
    expect(await attempt(student.password)).toMatchObject({ code: 1 })
  })

  it('counts guesses made all at once like those made in turn', async () => {
    const student = await makeStudent()
    const guess = () => call('POST /student/v1/login', { account: student.phone, password: wrong })
    const keys = (await Promise.all(Array.from({ length: 12 }, guess))).map(({ key }) => key)
    expect(keys.filter((key) => key === 'student.badCredentials')).toHaveLength(2)
  })

  it('asks many at once for a challenge without running out of connections', async () => {
    const accounts = Array.from({ length: 25 }, () => newPerson().phone)
    const guess = (account: string) => call('POST /student/v1/login', { account, password: wrong })
    for (const _ of [1, 2]) await Promise.all(accounts.map(guess))
    const keys = (await Promise.all([...accounts, ...accounts].map(guess))).map(({ key }) => key)
    expect(new Set(keys)).toEqual(new Set(['student.challengeRequired']))
  })

  it('refuses forged and stale challenges', async () => {
    const stale = await solved()
    const student = await makeStudent()
    for (const _ of [1, 2])
      await call('POST /student/v1/login', { account: student.phone, password: wrong })
    const attempt = (challenge: string) =>
      call('POST /student/v1/login', {
        account: student.phone,
        password: student.password,
        challenge,
      })
    expect(await attempt('AAAA')).toMatchObject({ key: 'student.challengeInvalid' })
    await passTime(5 * 60 + 1)
    expect(await attempt(stale)).toMatchObject({ key: 'student.challengeInvalid' })
    expect(await attempt(await solved())).toMatchObject({ code: 1 })
  })
})

describe('session', () => {
  it('a token works bare and after Bearer, and a revoked one is refused by both processes', async () => {
    const student = await makeStudent()
    await must('GET /student/v1/profile', {}, `Bearer ${student.token}`)
    await must('GET /student/v1/profile', {}, student.token)
    await must('POST /student/v1/logout', {}, student.token)
    for (const _ of [1, 2, 3, 4])
      expect(await call('GET /student/v1/profile', {}, student.token)).toMatchObject({
        status: 401,
      })
  })

  it('no token and a made-up one are refused', async () => {
    expect(await call('GET /student/v1/profile')).toMatchObject({
      status: 401,
      key: 'common.unauthorized',
    })
    expect(await call('GET /student/v1/profile', {}, 'Bearer x')).toMatchObject({ status: 401 })
  })
})

describe('modify', () => {
  it('changes fields, clears with an empty string, and needs the password for a new phone', async () => {
    const student = await makeStudent()
    const changed = await must(
      'POST /student/v1/modify',
      { employer: '新示例药房', city: '示例市', titleCode: 2 },
      student.token,
    )
    expect(changed).toMatchObject({ employer: '新示例药房', city: '示例市', titleCode: 2 })
    expect(await must('POST /student/v1/modify', { city: '' }, student.token)).toMatchObject({
      city: null,
    })
    const { phone } = newPerson()
    expect(await call('POST /student/v1/modify', { phone }, student.token)).toMatchObject({
      key: 'student.passwordNeeded',
    })
    expect(
      await call('POST /student/v1/modify', { phone, password: wrong }, student.token),
    ).toMatchObject({ key: 'student.wrongPassword' })
    await must('POST /student/v1/modify', { phone, password: student.password }, student.token)
    await must('POST /student/v1/login', { account: phone, password: student.password })
    expect(await titlesTo(student)).toEqual(['手机号已修改'])
  })

  it('refuses a taken phone, bad codes and a file that is not theirs', async () => {
    const student = await makeStudent()
    const other = await makeStudent()
    const modify = (body: object) => call('POST /student/v1/modify', body, student.token)
    expect(await modify({ phone: other.phone, password: student.password })).toMatchObject({
      key: 'student.phoneTaken',
    })
    expect(await modify({ employerCreditCode: '91350100M000100Y44' })).toMatchObject({
      key: 'common.invalid',
    })
    expect(await modify({ employerCreditCode: '91350100M000100Y43' })).toMatchObject({ code: 1 })
    expect(await modify({ email: 'nobody' })).toMatchObject({ key: 'common.invalid' })
    expect(await modify({ address: 'x'.repeat(201) })).toMatchObject({ key: 'common.invalid' })
    expect(await modify({ avatarFileId: crypto.randomUUID() })).toMatchObject({
      key: 'common.notFound',
    })
    expect(await call('POST /student/v1/modify', {})).toMatchObject({ status: 401 })
  })
})

describe('modify_password', () => {
  it('changes it, ends other sessions, and the initial flag becomes true', async () => {
    const student = await makeStudent({ initialPasswordChanged: false })
    const { token: other } = await must('POST /student/v1/login', {
      account: student.phone,
      password: student.password,
    })
    const newPassword = digestPassword('Brand#New26')
    const change = (body: object) => call('POST /student/v1/modify_password', body, student.token)
    expect(await change({ oldPassword: wrong, newPassword })).toMatchObject({
      key: 'student.wrongPassword',
    })
    expect(
      await change({ oldPassword: student.password, newPassword: student.password }),
    ).toMatchObject({ key: 'student.samePassword' })
    for (const weak of ['', 'Demo@2026', student.phone, student.idNo.slice(-8)])
      expect(
        await change({ oldPassword: student.password, newPassword: digestPassword(weak) }),
      ).toMatchObject({
        key: 'student.weakPassword',
        data: { fields: { newPassword: '这个密码过于简单或常见' } },
      })
    expect(await change({ oldPassword: student.password, newPassword })).toMatchObject({
      data: { isInitPassword: true },
    })
    expect(await call('GET /student/v1/profile', {}, other)).toMatchObject({ status: 401 })
    expect(await must('GET /student/v1/profile', {}, student.token)).toMatchObject({
      isInitPassword: true,
    })
    expect(await call('POST /student/v1/modify_password', {})).toMatchObject({ status: 401 })
    // somebody else may have done it
    expect(await titlesTo(student)).toEqual(['登录密码已修改'])
  })

  it('repeated, answers as before, in turn and at once; another session is told the old one is wrong', async () => {
    const student = await makeStudent()
    const body = { oldPassword: student.password, newPassword: digestPassword('Brand#New29') }
    const change = (token = student.token) => call('POST /student/v1/modify_password', body, token)
    for (const answer of await Promise.all([change(), change()]))
      expect(answer).toMatchObject({ data: { isInitPassword: true } })
    // more often than a guesser may
    for (const _ of [1, 2, 3, 4, 5, 6])
      expect(await change()).toMatchObject({ data: { isInitPassword: true } })
    const { token } = await must('POST /student/v1/login', {
      account: student.phone,
      password: body.newPassword,
    })
    expect(await change(token)).toMatchObject({ key: 'student.wrongPassword' })
    const { db } = await deps()
    const changes = await db
      .selectFrom('securityLog')
      .select('id')
      .where('studentId', '=', student.id)
      .where('event', '=', 'PASSWORD_CHANGED')
      .execute()
    expect(changes).toHaveLength(1)
  })

  it('locks guessing of the old password', async () => {
    const student = await makeStudent()
    const guess = () =>
      call(
        'POST /student/v1/modify_password',
        { oldPassword: wrong, newPassword: digestPassword(newIdNo()) },
        student.token,
      )
    for (const _ of [1, 2, 3, 4, 5])
      expect(await guess()).toMatchObject({ key: 'student.wrongPassword' })
    expect(await guess()).toMatchObject({ key: 'student.locked' })
  })

  it('cannot be locked from the login page', async () => {
    const student = await makeStudent()
    for (const name of [`own:${student.id}`, `own\0${student.id}`])
      for (const _ of [1, 2, 3, 4, 5])
        await call('POST /student/v1/login', {
          account: name,
          password: wrong,
          challenge: await solved(),
        })
    const body = { oldPassword: student.password, newPassword: digestPassword('Brand#New27') }
    await must('POST /student/v1/modify_password', body, student.token)
  })

  it('leaves no session of the old password behind, even of a login on its way', async () => {
    const student = await makeStudent()
    const login = () =>
      call('POST /student/v1/login', { account: student.phone, password: student.password })
    const body = { oldPassword: student.password, newPassword: digestPassword('Brand#New28') }
    const [changed, ...logins] = await Promise.all([
      must('POST /student/v1/modify_password', body, student.token),
      login(),
      login(),
    ])
    expect(changed).toEqual({ isInitPassword: true })
    for (const { data } of logins)
      if ('token' in data)
        expect(await call('GET /student/v1/profile', {}, data.token)).toMatchObject({ status: 401 })
  })
})
